import { MeshError } from './mesh.ts'

const newline = 10
const carriageReturn = 13
const powersOfTen = Array.from({ length: 309 }, (_, exponent) => Number(`1e${exponent}`))

/**
 * Scans words and numbers in the bytes of a text file without creating strings, because a 100 MB file would need millions.
 * Bytes above 127 are parts of words.
 */
export class TextScanner {
  readonly bytes: Uint8Array
  position: number

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes
    this.position = position
  }

  get isAtEnd(): boolean {
    return this.position >= this.bytes.length
  }

  /** Skips spaces, tabs and escaped line ends; stops at a line end or a word. */
  skipBlanks(): void {
    const { bytes } = this
    let at = this.position
    for (;;) {
      const byte = bytes[at]
      if (byte === 32 || byte === 9) at += 1
      else if (byte === 92 && bytes[at + 1] === newline) at += 2
      else if (byte === 92 && bytes[at + 1] === carriageReturn && bytes[at + 2] === newline) at += 3
      else break
    }
    this.position = at
  }

  /** Skips all white space, including line ends. */
  skipSpace(): void {
    const { bytes } = this
    let at = this.position
    while (at < bytes.length && bytes[at]! <= 32) at += 1
    this.position = at
  }

  /** Whether the position is at the end of a line or of the file; skips spaces first. */
  isAtLineEnd(): boolean {
    this.skipBlanks()
    const byte = this.bytes[this.position]
    return byte === undefined || byte === newline || byte === carriageReturn
  }

  /** Moves to the first byte of the next line; LF, CRLF and CR end a line. */
  skipLine(): void {
    const { bytes } = this
    let at = this.position
    while (at < bytes.length && bytes[at] !== newline && bytes[at] !== carriageReturn) at += 1
    if (bytes[at] === carriageReturn && bytes[at + 1] === newline) at += 1
    this.position = at + 1
  }

  /** Skips the word at the position and returns its length. */
  skipWord(): number {
    const { bytes } = this
    const start = this.position
    let at = start
    while (at < bytes.length && bytes[at]! > 32) at += 1
    this.position = at
    return at - start
  }

  /** Whether the word at `start` is `word` (in lower case ASCII), ignoring case. */
  isWord(word: string, start: number): boolean {
    const { bytes } = this
    for (let i = 0; i < word.length; i += 1) {
      if (((bytes[start + i] ?? 0) | 32) !== word.charCodeAt(i)) return false
    }
    return (bytes[start + word.length] ?? 32) <= 32
  }

  /**
   * Skips spaces and parses a decimal number such as `-12.5e-3`. Digits after the seventeenth are ignored, because they do
   * not affect a 32-bit float.
   * @throws mesh.truncated at the end of the file
   * @throws mesh.bad_number for anything but a number (NaN, Infinity, a decimal comma)
   */
  readNumber(): number {
    this.skipBlanks()
    if (this.isAtEnd) throw new MeshError('mesh.truncated')
    const { bytes } = this
    let at = this.position
    const sign = bytes[at]
    if (sign === 45 || sign === 43) at += 1
    let mantissa = 0
    let scale = 0
    let digits = 0
    let hasPoint = false
    for (; ; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte >= 48 && byte <= 57) {
        if (mantissa < 9e15) {
          mantissa = mantissa * 10 + byte - 48
          if (hasPoint) scale -= 1
        } else if (!hasPoint) scale += 1
        digits += 1
      } else if (byte === 46 && !hasPoint) hasPoint = true
      else break
    }
    if (digits === 0) throw new MeshError('mesh.bad_number')
    this.position = at
    scale += this.readExponent()
    const value = scaleByTen(mantissa, scale)
    return sign === 45 ? -value : value
  }

  /** Parses an integer, which any byte may follow: in `12/3` it stops at the slash. @throws mesh.bad_index */
  readInteger(): number {
    const { bytes } = this
    let at = this.position
    const sign = bytes[at]
    if (sign === 45 || sign === 43) at += 1
    const start = at
    let value = 0
    for (; ; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte < 48 || byte > 57) break
      value = value * 10 + byte - 48
    }
    if (at === start) throw new MeshError('mesh.bad_index')
    this.position = at
    return sign === 45 ? -value : value
  }

  private readExponent(): number {
    const { bytes } = this
    let exponent = 0
    const mark = bytes[this.position]
    if (mark === 101 || mark === 69) {
      this.position += 1
      try {
        exponent = this.readInteger()
      } catch {
        throw new MeshError('mesh.bad_number')
      }
    }
    if ((bytes[this.position] ?? 32) > 32) throw new MeshError('mesh.bad_number')
    return exponent
  }
}

function scaleByTen(mantissa: number, exponent: number): number {
  if (exponent === 0 || mantissa === 0) return mantissa
  if (exponent > 308) return Number.POSITIVE_INFINITY
  if (exponent < -308) return 0
  return exponent > 0 ? mantissa * powersOfTen[exponent]! : mantissa / powersOfTen[-exponent]!
}
