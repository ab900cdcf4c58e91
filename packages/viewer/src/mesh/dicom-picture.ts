/** The picture of a DICOM file: a JPEG as it is in the file, or its pixels. No text of the header is read. */
export type DicomPicture =
  | { jpeg: Uint8Array<ArrayBuffer> }
  | { widthPx: number; heightPx: number; rgba: Uint8ClampedArray<ArrayBuffer> }

/** The attributes that describe the pixels. All others, such as names and dates, are skipped. */
const tags = {
  transferSyntax: 0x00020010,
  samples: 0x00280002,
  photometric: 0x00280004,
  planar: 0x00280006,
  frames: 0x00280008,
  rows: 0x00280010,
  columns: 0x00280011,
  bitsAllocated: 0x00280100,
  bitsStored: 0x00280101,
  isSigned: 0x00280103,
  windowCentre: 0x00281050,
  windowWidth: 0x00281051,
  intercept: 0x00281052,
  slope: 0x00281053,
  pixels: 0x7fe00010,
} as const
const item = 0xfffee000
const itemEnd = 0xfffee00d
const sequenceEnd = 0xfffee0dd
const undefinedLength = 0xffffffff

const syntaxes = {
  implicit: '1.2.840.10008.1.2',
  explicit: '1.2.840.10008.1.2.1',
  // JPEG baseline and extended. Browsers decode both with 8 bits.
  jpeg: ['1.2.840.10008.1.2.4.50', '1.2.840.10008.1.2.4.51'],
}
/** Value representations with a length of four bytes (DICOM PS3.5, section 7.1.2). */
const longVrs = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'])
const headBytes = 132
const pixelsMax = 24_000_000
const depthMax = 16
const elementsMax = 100_000

type Element = { tag: number; start: number; length: number; next: number }
type Found = Map<number, { start: number; length: number }>

/**
 * Reads the picture of a DICOM file with a single frame: a photo or a secondary capture, as JPEG or uncompressed.
 * @returns undefined for other DICOM files, such as volumes, and for damaged ones
 */
export function readDicomPicture(bytes: Uint8Array<ArrayBuffer>): DicomPicture | undefined {
  try {
    return new DicomFile(bytes).readPicture()
  } catch (error) {
    // Reading beyond the end of the file.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

class DicomFile {
  private readonly bytes: Uint8Array<ArrayBuffer>
  private readonly view: DataView
  private left = elementsMax

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  readPicture(): DicomPicture | undefined {
    const found: Found = new Map()
    const isDicom = this.text({ start: 128, length: 4 }) === 'DICM'
    if (!isDicom) return undefined
    const dataStart = this.readMeta(found)
    const syntax = this.text(found.get(tags.transferSyntax))
    const isJpeg = syntaxes.jpeg.includes(syntax)
    if (!isJpeg && syntax !== syntaxes.explicit && syntax !== syntaxes.implicit) return undefined
    this.readData(found, dataStart, syntax !== syntaxes.implicit)
    const pixels = found.get(tags.pixels)
    if (!pixels || this.decimal(found.get(tags.frames), 1) > 1) return undefined
    return isJpeg ? this.readJpeg(pixels) : this.readPixels(found, pixels)
  }

  /** Reads the group 0002, which always has explicit value representations. @returns the start of the next group */
  private readMeta(found: Found): number {
    let at = headBytes
    while (at < this.bytes.length && this.view.getUint16(at, true) === 2) {
      const element = this.readElement(at, true)
      found.set(element.tag, element)
      at = element.next
    }
    return at
  }

  private readData(found: Found, start: number, isExplicit: boolean): void {
    const wanted = new Set<number>(Object.values(tags))
    for (let at = start; at + 8 <= this.bytes.length; ) {
      const element = this.readElement(at, isExplicit)
      if (wanted.has(element.tag)) found.set(element.tag, element)
      if (element.tag === tags.pixels) return
      at = element.next
    }
  }

  private readElement(at: number, isExplicit: boolean, depth = 0): Element {
    this.left -= 1
    if (this.left < 0 || depth > depthMax) throw new RangeError('too many elements')
    const { view } = this
    const tag = ((view.getUint16(at, true) << 16) | view.getUint16(at + 2, true)) >>> 0
    let start = at + 8
    let length = view.getUint32(at + 4, true)
    // Items and delimiters have no value representation.
    if (isExplicit && tag >>> 16 !== item >>> 16) {
      const vr = this.text({ start: at + 4, length: 2 })
      if (longVrs.has(vr)) {
        length = view.getUint32(at + 8, true)
        start = at + 12
      } else length = view.getUint16(at + 6, true)
    }
    if (length !== undefinedLength) return { tag, start, length, next: this.within(start + length) }
    const next = this.skipItems(start, isExplicit, depth + 1, tag === item ? itemEnd : sequenceEnd)
    return { tag, start, length: next - start, next }
  }

  /** Skips a sequence or an item of undefined length. @returns the position after its delimiter */
  private skipItems(start: number, isExplicit: boolean, depth: number, end: number): number {
    for (let at = start; ; ) {
      const element = this.readElement(at, isExplicit, depth)
      if (element.tag === end) return element.next
      at = element.next
    }
  }

  /** Joins the fragments of an encapsulated frame. The first item is the table of offsets (DICOM PS3.5, annex A.4). */
  private readJpeg({ start, length }: { start: number; length: number }): DicomPicture | undefined {
    const parts: Uint8Array[] = []
    let at = start
    for (let count = 0; at + 8 <= start + length; count += 1) {
      const element = this.readElement(at, true)
      if (element.tag !== item) break
      if (count > 0) parts.push(this.bytes.subarray(element.start, element.start + element.length))
      at = element.next
    }
    const jpeg = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
    let to = 0
    for (const part of parts) {
      jpeg.set(part, to)
      to += part.length
    }
    return jpeg[0] === 0xff && jpeg[1] === 0xd8 ? { jpeg } : undefined
  }

  private readPixels(found: Found, pixels: { start: number; length: number }): DicomPicture | undefined {
    const numberOf = (tag: number, missing: number) => {
      const value = found.get(tag)
      return value && value.length >= 2 ? this.view.getUint16(value.start, true) : missing
    }
    const heightPx = numberOf(tags.rows, 0)
    const widthPx = numberOf(tags.columns, 0)
    const samples = numberOf(tags.samples, 1)
    const bits = numberOf(tags.bitsAllocated, 0)
    const count = widthPx * heightPx
    const isWhole = pixels.length >= (count * samples * bits) / 8
    if (count === 0 || count > pixelsMax || !isWhole || ![8, 16].includes(bits)) return undefined
    const rgba = new Uint8ClampedArray(count * 4).fill(255)
    const photometric = this.text(found.get(tags.photometric))
    if (samples === 3 && bits === 8 && (photometric === 'RGB' || photometric === 'YBR_FULL')) {
      const isPlanar = numberOf(tags.planar, 0) === 1
      this.copyColors(rgba, pixels.start, count, isPlanar)
      if (photometric === 'YBR_FULL') convertFromYbr(rgba)
      return { widthPx, heightPx, rgba }
    }
    if (samples !== 1 || !photometric.startsWith('MONOCHROME')) return undefined
    const stored = Math.min(bits, numberOf(tags.bitsStored, bits))
    const isSigned = numberOf(tags.isSigned, 0) === 1
    const values = this.readGrey(pixels.start, count, { bits, stored, isSigned })
    const slope = this.decimal(found.get(tags.slope), 1)
    const intercept = this.decimal(found.get(tags.intercept), 0)
    for (let at = 0; at < count; at += 1) values[at] = values[at]! * slope + intercept
    const centre = this.decimal(found.get(tags.windowCentre), Number.NaN)
    const width = this.decimal(found.get(tags.windowWidth), Number.NaN)
    const range = width >= 1 ? [centre - width / 2, centre + width / 2] : rangeOf(values)
    fillGrey(rgba, values, range as [number, number], photometric === 'MONOCHROME1')
    return { widthPx, heightPx, rgba }
  }

  private copyColors(rgba: Uint8ClampedArray, start: number, count: number, isPlanar: boolean): void {
    for (let at = 0; at < count; at += 1)
      for (let channel = 0; channel < 3; channel += 1)
        rgba[at * 4 + channel] = this.bytes[start + (isPlanar ? channel * count + at : at * 3 + channel)]!
  }

  private readGrey(
    start: number,
    count: number,
    { bits, stored, isSigned }: { bits: number; stored: number; isSigned: boolean },
  ): Float32Array {
    const values = new Float32Array(count)
    const mask = 2 ** stored - 1
    const half = 2 ** (stored - 1)
    for (let at = 0; at < count; at += 1) {
      const raw = (bits === 8 ? this.bytes[start + at]! : this.view.getUint16(start + at * 2, true)) & mask
      values[at] = isSigned && raw >= half ? raw - 2 * half : raw
    }
    return values
  }

  private within(at: number): number {
    if (at > this.bytes.length) throw new RangeError('beyond the end')
    return at
  }

  /** Returns a short text without its padding. */
  private text(value: { start: number; length: number } | undefined): string {
    if (!value || value.length > 64) return ''
    const bytes = this.bytes.subarray(value.start, value.start + value.length)
    return String.fromCharCode(...bytes).replace(/[\0 ]+$/, '')
  }

  /** Returns the first number of a decimal or integer string. */
  private decimal(value: { start: number; length: number } | undefined, missing: number): number {
    const text = this.text(value).split('\\')[0]?.trim()
    const number = text ? Number(text) : missing
    return Number.isFinite(number) ? number : missing
  }
}

function rangeOf(values: Float32Array): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

function fillGrey(
  rgba: Uint8ClampedArray,
  values: Float32Array,
  [low, high]: [number, number],
  isInverted: boolean,
): void {
  const span = high - low || 1
  for (const [at, value] of values.entries()) {
    const grey = ((value - low) / span) * 255
    rgba.fill(isInverted ? 255 - grey : grey, at * 4, at * 4 + 3)
  }
}

function convertFromYbr(rgba: Uint8ClampedArray): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const [y, blue, red] = [rgba[at]!, rgba[at + 1]! - 128, rgba[at + 2]! - 128]
    rgba[at] = y + 1.402 * red
    rgba[at + 1] = y - 0.344136 * blue - 0.714136 * red
    rgba[at + 2] = y + 1.772 * blue
  }
}
