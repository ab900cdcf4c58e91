import { readFileSync } from 'node:fs'
import { languages } from '@pontic/contract'
import { expect, test } from 'vitest'
import { formatDay, type MessageKey, translate } from './index.ts'

/** Lists all texts with placeholders, each with its dotted key. Formats of numbers and choices get no text. */
function listSentences(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string')
    return /\{\w+\}/.test(node) && !/[<]|, ?(plural|select|number)/.test(node) ? [[path, node]] : []
  return Object.entries(node as object).flatMap(([key, child]) =>
    listSentences(child, path === '' ? key : `${path}.${key}`),
  )
}

test.each(languages)('no sentence in %s ends with two periods if its values end with one', (language) => {
  const catalogue: unknown = JSON.parse(readFileSync(new URL(`./${language}.json`, import.meta.url), 'utf8'))
  const sentences = listSentences(catalogue)
  expect(sentences.length).toBeGreaterThan(300)
  for (const value of [formatDay(language, '2026-12-04'), 'Nord Ltd.']) {
    for (const [key, text] of sentences) {
      const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
      const sentence = translate(
        language,
        key as MessageKey,
        Object.fromEntries(names.map((name) => [name, value])),
      )
      expect(sentence, key).not.toMatch(/[^.]\.\.(?!\.)/)
    }
  }
})
