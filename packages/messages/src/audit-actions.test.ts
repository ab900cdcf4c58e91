import { readFileSync } from 'node:fs'
import { type AuditAction, auditActions, languages } from '@pontic/contract'
import { describe, expect, it } from 'vitest'
import { auditSentenceKey } from './audit-sentence.ts'
import english from './en_US.json' with { type: 'json' }
import { translate } from './translate.ts'
import chinese from './zh_CN.json' with { type: 'json' }

it.each(Object.entries({ english, chinese }))(
  'the audit log has texts in %s for each action, and no others',
  (_, texts) => {
    const named = Object.entries(texts.audit.actions).flatMap(([feature, verbs]) =>
      Object.keys(verbs).map((verb) => `${feature}.${verb}`),
    )
    expect(named.sort()).toEqual([...auditActions].sort())
  },
)

describe('the sentence of an entry of the audit log', () => {
  const named = (action: AuditAction) =>
    translate('en_US', auditSentenceKey(action)!, words).includes('[object]')
  const words = { actor: '[actor]', object: '[object]' }

  it.each(languages)(
    'names in %s the actor of each action, and the object of the same actions as in English',
    (language) => {
      for (const action of auditActions) {
        const sentence = translate(language, auditSentenceKey(action)!, words)
        expect(sentence, action).toContain('[actor]')
        expect([action, sentence.includes('[object]')]).toEqual([action, named(action)])
      }
    },
  )

  it.each(languages)(
    'has a text in %s for each action with a sentence of its own, and no others',
    async (language) => {
      const file = new URL(`${language}.json`, import.meta.url)
      const texts = JSON.parse(readFileSync(file, 'utf8')) as typeof english
      const listed = Object.entries(texts.audit.sentences).flatMap(([feature, verbs]) =>
        Object.keys(verbs).map((verb) => `audit.sentences.${feature}.${verb}`),
      )
      expect(listed.sort()).toEqual([...new Set(auditActions.map(auditSentenceKey))].sort())
    },
  )

  it('is missing for an action that the portal does not know', () => {
    expect(auditSentenceKey('orders.unknown')).toBeUndefined()
  })
})
