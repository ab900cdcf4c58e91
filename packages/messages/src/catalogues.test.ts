import { readFileSync } from 'node:fs'
import {
  actorKinds,
  appliances,
  businessTypes,
  errors,
  fieldKeys,
  fileRoles,
  fileStates,
  implantWorks,
  labRequirements,
  languages,
  limits,
  materials,
  orderActions,
  orderStatuses,
  orderTypes,
  partnershipTransitions,
  preferenceNames,
  rejectReasons,
  relations,
  removableKinds,
  shadeGuideNames,
  timelineKinds,
  userRoles,
  works,
} from '@pontic/contract'
import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import en from './en_US.json' with { type: 'json' }
import { type MailTemplate, type MessageKey, mailButtonOf, tagOf, translate } from './index.ts'

const catalogues = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`./${language}.json`, import.meta.url), 'utf8')) as unknown,
  ]),
)

/** Lists all texts of a catalogue, each with its dotted key. */
function textsOf(node: unknown, path: string[] = []): [string, string][] {
  if (typeof node === 'string') return [[path.join('.'), node]]
  return Object.entries(node as object).flatMap(([key, child]) => textsOf(child, [...path, key]))
}

/** Lists the placeholders of a text as `name:kind`, including those inside plural and select branches, and its tags. */
function placeholdersOf(text: string): string[] {
  const found = text.matchAll(/\{\s*(\w+)\s*(?:,\s*(\w+))?(?=\s*[,}])/g)
  const named = [...found].map(([, name, kind]) => `${name}:${kind ?? 'value'}`)
  return [...new Set([...named, ...(text.match(/<(\w+)>/g) ?? [])])].sort()
}

/** Returns a value for each placeholder, so that the text can be formatted. */
function paramsOf(text: string): Record<string, string | number> {
  const names = placeholdersOf(text).filter((name) => name.includes(':'))
  return Object.fromEntries(
    names.map((name) => {
      const [word = '', kind = ''] = name.split(':')
      return [word, kind === 'plural' || kind === 'number' ? 2 : 'other']
    }),
  )
}

const english = new Map(textsOf(en))

// Exclamation marks, and “please” and “successfully” in all languages.
const unwanted =
  /[!！¡]|\bplease\b|successfully|成功|\bbitte\b|erfolgreich|por favor|con éxito|correctamente|veuillez|avec succès|per favore|con successo|正常に/i

// `npm run texts` compares placeholders, choices and plural forms with the English texts.
describe('every language', () => {
  test.each(languages)('the catalogue %s has exactly the keys of the English one', (language) => {
    const keys = textsOf(catalogues[language]).map(([key]) => key)
    expect(keys.sort()).toEqual([...english.keys()].sort())
  })

  test.each(languages)('every text of %s is valid ICU and not empty', (language) => {
    // One assertion for all texts, because an assertion takes longer than the formatting of a text.
    const faults = textsOf(catalogues[language]).flatMap(([key, text]) => {
      const found = [...(text.trim() === text ? [] : ['spaces']), ...(text === '' ? ['empty'] : [])]
      if (!/<\w+>/.test(text)) {
        try {
          translate(language, key as MessageKey, paramsOf(text))
        } catch (error) {
          found.push(String(error))
        }
      }
      return found.map((fault) => `${tagOf(language)} ${key}: ${fault}`)
    })
    expect(faults).toEqual([])
  })

  test.each(languages)('translate formats every text of %s as use-intl does', (language) => {
    const messages = catalogues[language] as Record<string, string>
    const formatOf = createTranslator({ locale: tagOf(language), messages })
    const differing = textsOf(catalogues[language]).filter(([key, text]) => {
      if (/<\w+>/.test(text)) return false
      const entries = Object.entries(paramsOf(text))
      // Values may look like ICU syntax.
      const params = Object.fromEntries(
        entries.map(([name, value]) => [name, text.includes(`{${name}}`) ? `D'Arcy {${name}} <b>` : value]),
      )
      return translate(language, key as MessageKey, params) !== formatOf(key, params)
    })
    expect(differing).toEqual([])
  })

  test.each(languages)(
    'error texts in %s contain no exclamation mark, no “please” and no “successfully”',
    (language) => {
      const textsOfErrors = textsOf((catalogues[language] as typeof en).errors)
      const specifiedKey = 'session.password_too_simple'
      for (const [key, text] of textsOfErrors) {
        if (key !== specifiedKey) expect(text, key).not.toMatch(unwanted)
      }
    },
  )
})

describe('every name of the contract has a text', () => {
  const keysOf = (group: string, names: readonly (string | number)[]) =>
    names.map((name) => `${group}.${name}`)
  const required = {
    errors: keysOf('errors', Object.keys(errors)),
    fields: keysOf('fields', fieldKeys),
    statuses: keysOf('order.status', orderStatuses),
    actions: keysOf('order.action', orderActions),
    types: keysOf('order.type', Object.values(orderTypes)),
    reasons: keysOf('order.reason', rejectReasons),
    timeline: keysOf('order.timeline', timelineKinds),
    'file roles': keysOf('order.role', fileRoles),
    'file states': keysOf('order.fileState', fileStates),
    relations: keysOf('partner.relation', relations),
    'partnership actions': keysOf('partner.action', Object.keys(partnershipTransitions)),
    roles: keysOf('common.role', [...actorKinds, ...userRoles]),
    works: keysOf('prescription.works', [...works, ...implantWorks]),
    materials: keysOf('prescription.materials', materials),
    'shade guides': keysOf('prescription.guides', shadeGuideNames),
    appliances: keysOf('prescription.appliances', appliances),
    'removable kinds': keysOf('prescription.kinds', removableKinds),
    preferences: keysOf('prescription.fields', preferenceNames),
    'laboratory requirements': keysOf(
      'prescription.fields',
      labRequirements.map((requirement) => requirement.split('.')[1] ?? ''),
    ),
    'organization types': keysOf('orgTypes', Object.values(businessTypes)),
  }

  test.each(Object.entries(required))('the English catalogue has texts for all %s', (_, keys) => {
    expect(keys.filter((key) => !english.has(key))).toEqual([])
  })

  test('there is no text for an error or field message that the contract does not have', () => {
    const known = new Set([...required.errors, ...required.fields])
    const present = [...english.keys()].filter((key) => /^(errors|fields)\./.test(key))
    expect(present.filter((key) => !known.has(key))).toEqual([])
  })

  test('the status pending is displayed as “Sent”, and accepted as “In production”', () => {
    expect([en.order.status.pending, en.order.status.accepted]).toEqual(['Sent', 'In production'])
  })

  test('numbers in texts equal the limits of the contract', () => {
    for (const language of languages) {
      const has = (key: MessageKey, ...numbers: number[]) => {
        for (const number of numbers)
          expect(translate(language, key), key).toMatch(new RegExp(`\\b${number}\\b`))
      }
      has('fields.password_length', limits.passwordLengthMin, limits.passwordLengthMax)
      has('fields.express_number', limits.expressNumberLengthMin, limits.expressNumberLengthMax)
      has('errors.file.too_large', limits.fileBytesMax / 1024 ** 3)
      has('errors.file.too_many', limits.filesPerOrderMax, limits.filesPerCallMax)
    }
  })
})

describe('mails', () => {
  const templates = Object.entries(en.mail).filter(([name]) => name !== 'layout' && name !== 'button')

  test.each(templates)('the mail %s has a subject, a sentence and a button', (name, texts) => {
    const { button: own, ...others } = texts as Record<string, string>
    expect(Object.keys(others).sort()).toEqual(['sentence', 'subject'])
    const key = mailButtonOf(name as MailTemplate)
    expect(own === undefined || key === `mail.${name}.button`).toBe(true)
    expect(english.has(key)).toBe(true)
  })

  test('no mail contains a placeholder for a patient’s name or a free text', () => {
    const allowed = [
      'by',
      'cause',
      'change',
      'clinic',
      'code',
      'count',
      'day',
      'cases',
      'days',
      'email',
      'expressNumber',
      'hours',
      'implantYears',
      'inviter',
      'key',
      'lab',
      'member',
      'minutes',
      'name',
      'number',
      'numbers',
      'organization',
      'percent',
      'reason',
      'recipient',
      'years',
    ]
    const used = textsOf(en.mail).flatMap(([, text]) =>
      placeholdersOf(text).map((name) => name.split(':')[0]),
    )
    expect([...new Set(used)].sort().filter((name) => !allowed.includes(name ?? ''))).toEqual([])
  })
})
