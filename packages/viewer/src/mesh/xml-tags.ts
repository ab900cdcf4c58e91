import { MeshError } from './mesh.ts'

const bracket = 60

/**
 * Iterates over the tags of an XML text. It builds no tree and no unused strings, because a model has millions of tags. Text
 * between tags is skipped. A document type, which could define entities, is refused.
 */
export class XmlTags {
  private readonly bytes: Uint8Array
  private at = 0
  private start = 0
  private end = 0
  /** Name of the current tag without its prefix; empty before the first tag. */
  name = ''
  isClosing = false
  /** Whether the current tag is self-closing: `<a/>`. */
  isEmpty = false

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Moves to the next tag. @returns false after the last tag @throws mesh.truncated inside a tag, mesh.not_a_mesh */
  next(): boolean {
    const { bytes } = this
    for (;;) {
      const open = bytes.indexOf(bracket, this.at)
      if (open < 0) return false
      const kind = bytes[open + 1]
      if (kind === 63) this.at = this.after(open, '?>')
      else if (kind === 33) {
        if (bytes[open + 2] !== 45) throw new MeshError('mesh.not_a_mesh')
        this.at = this.after(open, '-->')
      } else {
        this.enter(open)
        return true
      }
    }
  }

  /** Reads a number from an attribute of the current tag; undefined if it is missing. @throws mesh.bad_number */
  number(attribute: string): number | undefined {
    const text = this.text(attribute)
    if (text === undefined) return undefined
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value)) throw new MeshError('mesh.bad_number')
    return value
  }

  /**
   * Reads the raw text of an attribute of the current tag; undefined if it is missing. The prefix of the attribute is ignored.
   */
  text(attribute: string): string | undefined {
    const { bytes } = this
    for (let at = this.start; at < this.end; ) {
      while (at < this.end && bytes[at]! <= 32) at += 1
      const nameStart = at
      while (at < this.end && bytes[at] !== 61 && bytes[at]! > 32) at += 1
      const nameEnd = at
      while (at < this.end && bytes[at] !== 34 && bytes[at] !== 39) at += 1
      const valueStart = at + 1
      const close = bytes.indexOf(bytes[at] ?? 34, valueStart)
      if (close < 0 || close > this.end) return undefined
      if (this.isNamed(nameStart, nameEnd, attribute)) return latin(bytes.subarray(valueStart, close))
      at = close + 1
    }
    return undefined
  }

  private isNamed(start: number, end: number, name: string): boolean {
    const from = end - name.length
    if (from < start || (from > start && this.bytes[from - 1] !== 58)) return false
    for (let i = 0; i < name.length; i += 1) if (this.bytes[from + i] !== name.charCodeAt(i)) return false
    return true
  }

  private after(open: number, mark: string): number {
    for (let at = open; ; at += 1) {
      at = this.bytes.indexOf(mark.charCodeAt(0), at)
      if (at < 0) throw new MeshError('mesh.truncated')
      if (latin(this.bytes.subarray(at, at + mark.length)) === mark) return at + mark.length
    }
  }

  private enter(open: number): void {
    const { bytes } = this
    this.isClosing = bytes[open + 1] === 47
    let at = open + (this.isClosing ? 2 : 1)
    const nameStart = at
    while (at < bytes.length && bytes[at]! > 32 && bytes[at] !== 62 && bytes[at] !== 47) at += 1
    const name = latin(bytes.subarray(nameStart, Math.min(at, nameStart + 64)))
    this.name = name.slice(name.indexOf(':') + 1)
    this.start = at
    let quote = 0
    for (; ; at += 1) {
      const byte = bytes[at]
      if (byte === undefined) throw new MeshError('mesh.truncated')
      if (quote !== 0) {
        if (byte === quote) quote = 0
      } else if (byte === 34 || byte === 39) quote = byte
      else if (byte === 62) break
    }
    this.isEmpty = bytes[at - 1] === 47
    this.end = this.isEmpty ? at - 1 : at
    this.at = at + 1
  }
}

/**
 * Decodes Latin-1 character by character, which is the fastest way for the millions of short numbers in a model. A text of more
 * than 64 bytes would then need thirty times its length in memory, so it is decoded at once, and cut after 4,096 bytes.
 */
function latin(bytes: Uint8Array): string {
  if (bytes.length > 64) return String.fromCharCode(...bytes.subarray(0, 4_096))
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
