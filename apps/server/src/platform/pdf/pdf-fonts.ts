import { createRequire } from 'node:module'
import type { Language } from '@pontic/contract'
import { type PdfFont, readWoffFont } from './woff-font.ts'

/** Weights of texts. */
export type Weight = 400 | 600

/** Inter is split into files by script. A text uses the first file that has its character. */
const scripts = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const

const { resolve } = createRequire(import.meta.url)
const fonts = new Map<string, PdfFont>()

function readFont(script: string, weight: Weight): PdfFont {
  const name = `Inter-${script}-${weight}`
  const known = fonts.get(name)
  if (known !== undefined) return known
  const font = readWoffFont(name, resolve(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff`))
  fonts.set(name, font)
  return font
}

/**
 * A font that the reader's program supplies, with one of the character collections of PDF 1.7, section 9.7.5.2. Fonts for Chinese, Japanese
 * and Korean have several megabytes, so they are not embedded.
 */
export type SuppliedFont = { name: string; collection: 'GB1' | 'CNS1' | 'Japan1' | 'Korea1'; map: string }

const supplied = {
  simplified: { name: 'STSong-Light', collection: 'GB1', map: 'UniGB-UTF16-H' },
  traditional: { name: 'MSung-Light', collection: 'CNS1', map: 'UniCNS-UTF16-H' },
  japanese: { name: 'HeiseiKakuGo-W5', collection: 'Japan1', map: 'UniJIS-UTF16-H' },
  korean: { name: 'HYGoThic-Medium', collection: 'Korea1', map: 'UniKS-UTF16-H' },
} as const satisfies Record<string, SuppliedFont>

function suppliedFontOf(character: string, language: Language): SuppliedFont | undefined {
  if (/\p{Script=Hangul}/u.test(character)) return supplied.korean
  if (/[\p{Script=Hiragana}\p{Script=Katakana}\u30fb-\u30ff]/u.test(character)) return supplied.japanese
  if (!/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(character)) return undefined
  if (language === 'ja_JP') return supplied.japanese
  if (language === 'ko_KR') return supplied.korean
  return language === 'zh_TW' ? supplied.traditional : supplied.simplified
}

/** A character with its font and its width in thousandths of the font size. */
export type FittedCharacter = { character: string; width: number } & (
  | { font: PdfFont; glyph: number }
  | { font: SuppliedFont }
)

const suppliedWidth = 1000

/** Finds the font of each character of a text. A character of another script becomes a question mark. */
export function fitCharacters(text: string, weight: Weight, language: Language): FittedCharacter[] {
  const printed = text
    .normalize('NFC')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
  return [...printed].map(
    (character) => fitCharacter(character, weight, language) ?? fitCharacter('?', weight, language)!,
  )
}

function fitCharacter(character: string, weight: Weight, language: Language): FittedCharacter | undefined {
  const codePoint = character.codePointAt(0) ?? 0
  for (const script of scripts) {
    const font = readFont(script, weight)
    const glyph = font.glyphOf(codePoint)
    if (glyph > 0) return { character, font, glyph, width: font.widthOf(glyph) }
  }
  const font = suppliedFontOf(character, language)
  return font && { character, font, width: suppliedWidth }
}
