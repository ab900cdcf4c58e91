import { ownValue } from '@pontic/contract'
import { refuse } from './refusal.shared.ts'

const byteOrderMarks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

// Maps encoding names that programs write into XML declarations to names of `TextDecoder`.
const encodingAliases: Readonly<Record<string, string>> = {
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

/** Detects the encoding by a byte order mark, or by a `<` at the start with a zero byte next to it. Otherwise undefined. */
function encodingByBytes(bytes: Uint8Array): string | undefined {
  const marked = byteOrderMarks.find(([, start]) => startsWith(bytes, start))?.[0]
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

// Matches an XML declaration without an encoding.
const plainDeclaration = /^\s*<\?xml\s+version\s*=\s*["']1\.\d["']\s*(standalone\s*=\s*["']\w+["']\s*)?\?>/

/** Whether all non-ASCII letters are common Hangul. Other text that is decoded as CP949 often becomes Hanja and symbols. */
const looksKorean = (text: string) => {
  const foreign = [...text].filter((letter) => letter > '\u007f')
  return foreign.length > 0 && foreign.every((letter) => /[가-힣ㄱ-ㅎㅏ-ㅣ·、。「」]/u.test(letter))
}

/**
 * Decodes a document. The encoding is that of the byte order mark, otherwise that of the XML declaration, otherwise UTF-8.
 * Bytes that declare no encoding and are not UTF-8 are decoded as CP949 if the result is Hangul, otherwise as Windows-1252
 * (formats §7).
 * @param mayGuess false for formats that are always UTF-8 (JSON)
 * @throws DocumentRefusal encoding if the bytes do not match the encoding
 */
export function decodeText(bytes: Uint8Array, mayGuess: boolean): string {
  const detected = encodingByBytes(bytes)
  if (detected) return decodeAs(bytes, detected) ?? refuse('encoding', detected)
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1')
  const name = declared.exec(head)?.[1]?.toLowerCase()
  if (name !== undefined) {
    // A document that declares UTF-16 but has one byte per letter was converted to UTF-8 without changing its declaration.
    const encoding = name.startsWith('utf-16') ? 'utf-8' : (ownValue(encodingAliases, name) ?? name)
    return decodeAs(bytes, encoding) ?? refuse('encoding', name)
  }
  const isPlain = plainDeclaration.test(head) || !/^\s*<\?xml/.test(head)
  return decodeAs(bytes, 'utf-8') ?? (mayGuess && isPlain ? guessText(bytes) : refuse('encoding', 'utf-8'))
}

/** Decodes text whose encoding is not declared, such as a name in a ZIP without the UTF-8 flag. */
export function guessText(bytes: Uint8Array): string {
  const utf8 = decodeAs(bytes, 'utf-8')
  if (utf8 !== undefined) return utf8
  const korean = decodeAs(bytes, 'euc-kr')
  if (korean !== undefined && looksKorean(korean)) return korean
  return new TextDecoder('windows-1252').decode(bytes)
}
