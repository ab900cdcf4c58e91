import { expect, test } from 'vitest'
import en from './en_US.json' with { type: 'json' }

/** Number of English texts that have more than one key. Lower it when you remove a repetition. Never raise it: reuse the key. */
const repeatedCount = 57

/** Maps each text of a catalogue to its keys. */
function keysByText(node: object, path = '', found = new Map<string, string[]>()): Map<string, string[]> {
  for (const [name, child] of Object.entries(node as Record<string, string | object>)) {
    const key = path === '' ? name : `${path}.${name}`
    if (typeof child !== 'string') keysByText(child, key, found)
    else found.set(child, [...(found.get(child) ?? []), key])
  }
  return found
}

test(`${repeatedCount} English texts have more than one key`, () => {
  const repeated = [...keysByText(en)].filter(([, keys]) => keys.length > 1)
  console.log(`texts under more than one key: ${repeated.length} of ${keysByText(en).size}`)
  const listed = repeated.map(([text, keys]) => `${text}: ${keys.join(', ')}`)
  expect(repeated.length, listed.join('\n')).toBe(repeatedCount)
})
