import type { Language } from '@pontic/contract'

// Used in development only. The build replaces this module and divides the texts into parts (build-texts.ts).
const languages = import.meta.glob('../../../../packages/messages/src/*.json', {
  import: 'default',
  query: '?compiled',
})

/** Names of the parts with the texts that every page needs. */
export const firstParts: readonly string[] = ['all']

/** Fetches the texts of one part in a language. @throws TypeError if the import fails */
export async function fetchPart(language: Language, _part: string): Promise<object> {
  return (await languages[`../../../../packages/messages/src/${language}.json`]?.()) as object
}
