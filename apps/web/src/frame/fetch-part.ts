import type { Language } from '@pontic/contract'
import { pickPart, type TextPart } from '@pontic/messages/parts'

const languages = import.meta.glob('../../../../packages/messages/src/*.json', { import: 'default' })

/**
 * Fetches one part of the texts in a language. The build replaces this function by one file for each part and language, with
 * missing texts in English (build-texts.ts).
 * @throws what the browser's import throws
 */
export async function fetchPart(language: Language, part: TextPart): Promise<object> {
  const whole = await languages[`../../../../packages/messages/src/${language}.json`]?.()
  return pickPart((whole ?? {}) as Record<string, unknown>, part)
}
