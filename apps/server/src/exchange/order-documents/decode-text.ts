import { ownValue } from '@pontic/contract'
import { refuse } from './refusal.shared.ts'

const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

// Encoding names that programs write into an XML declaration, and their names in `TextDecoder`.
const otherNames: Readonly<Record<string, string>> = {
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  'windows-949': 'euc-kr',
  'ks_c_5601-1987': 'euc-kr',
  cp1252: 'windows-1252',
  cp1251: 'windows-1251',
  cp1250: 'windows-1250',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp950: 'big5',
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte)

/** The encoding by a byte order mark, or by zeros next to the first letter; undefined otherwise. */
function encodingByBytes(bytes: Uint8Array): string | undefined {
  const marked = marks.find(([, start]) => startsWith(bytes, start))?.[0]
  if (marked) return marked
  if (startsWith(bytes, [0x3c, 0x00])) return 'utf-16le'
  return startsWith(bytes, [0x00, 0x3c]) ? 'utf-16be' : undefined
}

function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const declared = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i

// A declaration without an encoding or anything unusual.
const plainDeclaration = /^\s*<\?xml\s+version\s*=\s*["']1\.\d["']\s*(standalone\s*=\s*["']\w+["']\s*)?\?>/

/** Hangul syllables in common use in CP949; other byte pairs too easily decode to Hanja and symbols. */
const looksKorean = (text: string) => {
  const foreign = [...text].filter((letter) => letter > '\u007f')
  return foreign.length > 0 && foreign.every((letter) => /[가-힣ㄱ-ㅎㅏ-ㅣ·、。「」]/u.test(letter))
}

/**
 * Decodes a document: by byte order mark, XML declaration, or UTF-8. Undeclared bytes that are not UTF-8 are decoded
 * as CP949 if that gives Hangul, otherwise as Windows-1252 (formats §7).
 * @param mayGuess false for formats that are UTF-8 by definition (JSON)
 * @throws DocumentRefusal encoding: the bytes do not match their declaration
 */
export function decodeText(bytes: Uint8Array, mayGuess: boolean): string {
  const told = encodingByBytes(bytes)
  if (told) return decodeAs(bytes, told) ?? refuse('encoding', told)
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1')
  const name = declared.exec(head)?.[1]?.toLowerCase()
  if (name !== undefined) {
    // A declared "utf-16" with one byte per letter remains from before a conversion of the text.
    const encoding = name.startsWith('utf-16') ? 'utf-8' : (ownValue(otherNames, name) ?? name)
    return decodeAs(bytes, encoding) ?? refuse('encoding', name)
  }
  const isPlain = plainDeclaration.test(head) || !/^\s*<\?xml/.test(head)
  return decodeAs(bytes, 'utf-8') ?? (mayGuess && isPlain ? guessText(bytes) : refuse('encoding', 'utf-8'))
}

/** Decodes text of unknown code page, such as names in a ZIP without the UTF-8 flag. */
export function guessText(bytes: Uint8Array): string {
  const utf8 = decodeAs(bytes, 'utf-8')
  if (utf8 !== undefined) return utf8
  const korean = decodeAs(bytes, 'euc-kr')
  if (korean !== undefined && looksKorean(korean)) return korean
  return new TextDecoder('windows-1252').decode(bytes)
}
