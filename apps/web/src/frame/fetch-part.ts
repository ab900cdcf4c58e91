import type { Language } from '@pontic/contract'

// Development only: a build replaces this module, divides the texts into parts (build-texts.ts), and names those of every page.
const languages = import.meta.glob('../../../../packages/messages/src/*.json', {
  import: 'default',
  query: '?compiled',
})

/** Names of the parts with the texts of every page. */
export const firstParts: readonly string[] = ['all']

/** Fetches the texts of one part in a language. @throws what the browser's import throws */
export async function fetchPart(language: Language, _part: string): Promise<object> {
  return (await languages[`../../../../packages/messages/src/${language}.json`]?.()) as object
}
