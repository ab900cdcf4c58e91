import { expect, test } from 'vitest'
import en from './en_US.json' with { type: 'json' }

/** How many English texts are said under more than one key. It may only go down: share the key instead. */
const repeatedMax = 57

/** The keys of each text of a catalogue. */
function keysByText(node: object, path = '', found = new Map<string, string[]>()): Map<string, string[]> {
  for (const [name, child] of Object.entries(node as Record<string, string | object>)) {
    const key = path === '' ? name : `${path}.${name}`
    if (typeof child !== 'string') keysByText(child, key, found)
    else found.set(child, [...(found.get(child) ?? []), key])
  }
  return found
}

test(`at most ${repeatedMax} English texts are said under more than one key`, () => {
  const repeated = [...keysByText(en)].filter(([, keys]) => keys.length > 1)
  console.log(`texts under more than one key: ${repeated.length} of ${keysByText(en).size}`)
  const listed = repeated.map(([text, keys]) => `${text}: ${keys.join(', ')}`)
  expect(repeated.length, listed.join('\n')).toBe(repeatedMax)
})
