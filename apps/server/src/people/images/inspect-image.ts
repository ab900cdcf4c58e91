import { inflateSync } from 'node:zlib'
import { limits } from '@pontic/contract'
import { fail } from '../../platform/http/fail.ts'

/**
 * Format and size of a picture, read from its header without decoding it. The size is that before EXIF
 * rotation.
 */
export type ImageHeader = { kind: 'jpeg' | 'png'; widthPx: number; heightPx: number }

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff])

/**
 * Parses the segments of a JPG or the chunks of a PNG, and checks what decoding would cost: dimensions, pixels, colour
 * profile, scans. Ignores file name and media type.
 * @throws image.kind_refused for other formats, image.unreadable if the picture is truncated or too expensive
 */
export function inspectImage(bytes: Buffer): ImageHeader {
  if (bytes.subarray(0, 8).equals(pngSignature)) return checkSize('png', inspectPng(bytes))
  if (bytes.subarray(0, 3).equals(jpegSignature)) return checkSize('jpeg', inspectJpeg(bytes))
  return fail('image.kind_refused')
}

type Size = { widthPx: number; heightPx: number }

function checkSize(kind: ImageHeader['kind'], size: Size | undefined): ImageHeader {
  if (size === undefined) fail('image.unreadable')
  const { widthPx, heightPx } = size
  const isEmpty = widthPx < 1 || heightPx < 1
  const isHuge = Math.max(widthPx, heightPx) > limits.imageSideMaxPx
  if (isEmpty || isHuge || widthPx * heightPx > limits.imagePixelsMax) fail('image.unreadable')
  return { kind, widthPx, heightPx }
}

function inspectPng(bytes: Buffer): Size | undefined {
  let size: Size | undefined
  let at = pngSignature.length
  // A chunk: length, type, data, checksum.
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (data.length < length) return undefined
    if (type === 'IHDR' && length === 13) {
      size = { widthPx: data.readUInt32BE(0), heightPx: data.readUInt32BE(4) }
    }
    if (type === 'iCCP' && !isSmallProfile(data)) return undefined
    if (type === 'IEND') return size
    at += 12 + length
  }
  return undefined
}

// Decompresses a profile with a limit, because a profile of 4 MB can decompress to 4 GB.
function isSmallProfile(chunk: Buffer): boolean {
  const nameEnd = chunk.indexOf(0)
  if (nameEnd < 0) return false
  try {
    inflateSync(chunk.subarray(nameEnd + 2), { maxOutputLength: limits.imageProfileBytesMax })
    return true
  } catch {
    return false
  }
}

const startOfScan = 0xda
const endOfImage = 0xd9
const profileSegment = 0xe2
// Frame markers of all coding methods. The excluded codes are no frames.
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function inspectJpeg(bytes: Buffer): Size | undefined {
  let size: Size | undefined
  let scans = 0
  let profileBytes = 0
  for (const { marker, at, length } of segmentsOf(bytes)) {
    if (marker === endOfImage) return scans > 0 ? size : undefined
    if (isFrame(marker) && length >= 7) {
      size = { heightPx: bytes.readUInt16BE(at + 3), widthPx: bytes.readUInt16BE(at + 5) }
    }
    // Each scan of a progressive picture is a pass over all of its pixels.
    if (marker === startOfScan && ++scans > limits.imageScansMax) return undefined
    if (marker === profileSegment) profileBytes += length
    if (profileBytes > limits.imageProfileBytesMax) return undefined
  }
  return undefined
}

/** Yields the segments of a JPG: marker, position of the length field, and length. */
function* segmentsOf(bytes: Buffer): Generator<{ marker: number; at: number; length: number }> {
  let at = 2
  while (at + 1 < bytes.length) {
    // In the entropy-coded data after a scan header, 0xff is followed by 0 or a restart marker.
    at = bytes.indexOf(0xff, at)
    if (at < 0) return
    const marker = bytes[at + 1] ?? 0
    const isData = marker === 0 || (marker >= 0xd0 && marker <= 0xd7)
    if (isData || marker === 0xff) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (marker === endOfImage) return yield { marker, at: at + 2, length: 0 }
    if (at + 4 > bytes.length) return
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2 || at + 2 + length > bytes.length) return
    yield { marker, at: at + 2, length }
    at += 2 + length
  }
}
