import { ownValue } from '@pontic/contract'
import { refuse } from './refusal.shared.ts'

const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

// Names that programs write into an XML declaration and the platform knows by another one.
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

/** The encoding that a mark at the start, or zeros beside the first letter, tell; undefined without any. */
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

// One that says nothing of an encoding, and nothing odd.
const plainDeclaration = /^\s*<\?xml\s+version\s*=\s*["']1\.\d["']\s*(standalone\s*=\s*["']\w+["']\s*)?\?>/

/** Hangul syllables that CP949 is used for; other byte pairs decode to Hanja and signs too easily. */
const looksKorean = (text: string) => {
  const foreign = [...text].filter((letter) => letter > '\u007f')
  return foreign.length > 0 && foreign.every((letter) => /[가-힣ㄱ-ㅎㅏ-ㅣ·、。「」]/u.test(letter))
}

/**
 * Text of a document. In this order: a byte order mark, the XML declaration, UTF-8; undeclared bytes that are no UTF-8
 * are taken as CP949 where that gives Hangul, else as Windows' Latin page (formats §7).
 * @param mayGuess false for formats that are UTF-8 by definition (JSON)
 * @throws DocumentRefusal encoding: the bytes are not what they declare to be
 */
export function decodeText(bytes: Uint8Array, mayGuess: boolean): string {
  const told = encodingByBytes(bytes)
  if (told) return decodeAs(bytes, told) ?? refuse('encoding', told)
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1')
  const name = declared.exec(head)?.[1]?.toLowerCase()
  if (name !== undefined) {
    // Who writes "utf-16" and one byte a letter has kept the declaration of a text that was encoded anew.
    const encoding = name.startsWith('utf-16') ? 'utf-8' : (ownValue(otherNames, name) ?? name)
    return decodeAs(bytes, encoding) ?? refuse('encoding', name)
  }
  const isPlain = plainDeclaration.test(head) || !/^\s*<\?xml/.test(head)
  return decodeAs(bytes, 'utf-8') ?? (mayGuess && isPlain ? guessText(bytes) : refuse('encoding', 'utf-8'))
}

/** Text of unknown code page, such as the names in a ZIP without the UTF-8 flag. */
export function guessText(bytes: Uint8Array): string {
  const utf8 = decodeAs(bytes, 'utf-8')
  if (utf8 !== undefined) return utf8
  const korean = decodeAs(bytes, 'euc-kr')
  if (korean !== undefined && looksKorean(korean)) return korean
  return new TextDecoder('windows-1252').decode(bytes)
}
