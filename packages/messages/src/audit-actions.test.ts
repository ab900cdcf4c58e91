import { auditActions } from '@pontic/contract'
import { expect, it } from 'vitest'
import english from './en_US.json' with { type: 'json' }
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
