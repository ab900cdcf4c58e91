import type { Language } from '@pontic/contract'
import { pickPart, type TextPart } from '@pontic/messages/parts'

const languages = import.meta.glob('../../../../packages/messages/src/*.json', { import: 'default' })

/**
 * The texts of one part in a language. The page's build puts a file for each part of each language in place of this one,
 * completed by English and compiled (build-texts.ts).
 * @throws what the browser's import throws
 */
export async function fetchPart(language: Language, part: TextPart): Promise<object> {
  const whole = await languages[`../../../../packages/messages/src/${language}.json`]?.()
  return pickPart((whole ?? {}) as Record<string, unknown>, part)
}
