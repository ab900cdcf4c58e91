import type { MeshFormat } from './mesh.ts'
import { isOffHead } from './off.ts'
import { TextScanner } from './text-scanner.ts'

/** Bytes of a binary STL before its triangles, and bytes of each triangle. */
export const stlHeaderBytes = 84
export const stlTriangleBytes = 50

const headBytes = 65_536
const objWords = new Set([
  ...['v', 'vn', 'vt', 'vp', 'f', 'l', 'p', 'g', 'o', 's', 'mtllib', 'usemtl', 'usemap', 'maplib'],
  ...['cstype', 'deg', 'bmat', 'step', 'curv', 'curv2', 'surf', 'parm', 'trim', 'hole', 'scrv', 'sp', 'end'],
  ...['con', 'mg', 'bevel', 'c_interp', 'd_interp', 'lod', 'shadow_obj', 'trace_obj', 'ctech', 'stech'],
])

/**
 * Detects the format by content. File name and MIME type are ignored (formats §8).
 * @param bytes the file, or at least its first 64 KiB
 * @param sizeBytes length of the complete file, because a binary STL is recognized by its length of 84 + 50 n bytes.
 * `isStlHead` recognizes an STL of another length
 * @returns undefined for other files and for archives other than 3MF
 */
export function recognizeMesh(bytes: Uint8Array, sizeBytes: number): MeshFormat | undefined {
  if (sizeBytes >= stlHeaderBytes && bytes.length >= stlHeaderBytes) {
    if (sizeBytes === stlHeaderBytes + stlTriangleBytes * readStlCount(bytes)) return 'stl-binary'
  }
  const head = bytes.subarray(0, headBytes)
  if (startsWith(head, 'glTF')) return 'glb'
  if (startsWith(head, 'PK\u0003\u0004')) return isModelArchive(head) ? '3mf' : undefined
  const start = findTextStart(head)
  if (isPlyHead(head, start)) return 'ply'
  if (head.includes(0)) return undefined
  if (isAsciiStlHead(head, start)) return 'stl-ascii'
  if (isOffHead(head, start)) return 'off'
  if (isObjHead(head, start)) return 'obj'
  return undefined
}

/** Detects the format of a complete file. Also recognizes a damaged STL. Treats every ZIP as a 3MF. */
export function recognizeWholeMesh(bytes: Uint8Array): MeshFormat | undefined {
  const format = recognizeMesh(bytes, bytes.length)
  if (format !== undefined) return format
  if (startsWith(bytes, 'PK\u0003\u0004')) return '3mf'
  return isStlHead(bytes) ? 'stl-binary' : undefined
}

function startsWith(head: Uint8Array, text: string): boolean {
  return head.length > text.length && [...text].every((letter, i) => head[i] === letter.charCodeAt(0))
}

/** Whether a ZIP is a 3MF: one of the entries in its head is a model under `3D/`. */
function isModelArchive(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head)
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  for (let at = 0; at >= 0 && at + 30 < head.length; at = text.indexOf('PK\u0003\u0004', at + 4)) {
    const name = text.slice(at + 30, at + 30 + view.getUint16(at + 26, true))
    if (/^\/?3D\/[^/]*\.model$/i.test(name)) return true
  }
  return false
}

/** Reads the declared number of triangles of a binary STL. @param bytes at least 84 bytes */
export function readStlCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true)
}

/**
 * Whether bytes that match no other format begin like a binary STL, even a damaged one: the corners of the first
 * triangles have plausible coordinates, most triangles have three different corners, and normals have length zero or one.
 * @param bytes the file, or at least its first 64 KiB
 */
export function isStlHead(bytes: Uint8Array): boolean {
  if (bytes.length < stlHeaderBytes + stlTriangleBytes) return false
  const declared = readStlCount(bytes)
  const present = Math.floor((bytes.length - stlHeaderBytes) / stlTriangleBytes)
  const tested = Math.min(present, declared, 16)
  const body = bytes.subarray(stlHeaderBytes, stlHeaderBytes + tested * stlTriangleBytes)
  // Read as floats, the bytes of a text are plausible coordinates. A text contains no zero byte, unlike a binary STL.
  if (!body.includes(0)) return false
  let distinct = 0
  for (let triangle = 0; triangle < tested; triangle += 1) {
    const corners = readStlCorners(body, triangle * stlTriangleBytes)
    if (corners === undefined) return false
    if (new Set(corners).size === 3) distinct += 1
  }
  return distinct * 2 > tested
}

/** Reads the three corners of a triangle as texts for comparison; undefined for values that no scanner writes. */
function readStlCorners(body: Uint8Array, at: number): string[] | undefined {
  const view = new DataView(body.buffer, body.byteOffset + at, stlTriangleBytes)
  const numbers = Array.from({ length: 12 }, (_, i) => view.getFloat32(i * 4, true))
  const length = Math.hypot(numbers[0]!, numbers[1]!, numbers[2]!)
  if (!(length < 1e-6 || Math.abs(length - 1) < 0.01)) return undefined
  // Integers of other formats are tiny numbers when they are read as floats.
  if (!numbers.every((value) => value === 0 || (Math.abs(value) > 1e-30 && Math.abs(value) < 1e6)))
    return undefined
  return [3, 6, 9].map((i) => numbers.slice(i, i + 3).join())
}

/** Returns the position after a UTF-8 byte order mark and white space. */
function findTextStart(bytes: Uint8Array): number {
  const scanner = new TextScanner(bytes, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0)
  scanner.skipSpace()
  return scanner.position
}

function isPlyHead(head: Uint8Array, start: number): boolean {
  const scanner = new TextScanner(head, start)
  if (!scanner.isWord('ply', start)) return false
  scanner.skipLine()
  while (!scanner.isAtEnd) {
    if (scanner.isWord('format', scanner.position)) return true
    if (!scanner.isWord('comment', scanner.position) && !scanner.isWord('obj_info', scanner.position))
      return false
    scanner.skipLine()
  }
  return false
}

function isAsciiStlHead(head: Uint8Array, start: number): boolean {
  const scanner = new TextScanner(head, start)
  if (!scanner.isWord('solid', start)) return false
  scanner.skipLine()
  scanner.skipSpace()
  return scanner.isWord('facet', scanner.position) || scanner.isWord('endsolid', scanner.position)
}

/** Whether each complete line of the head starts with a keyword of OBJ, and at least one line is a vertex. */
function isObjHead(head: Uint8Array, start: number): boolean {
  const scanner = new TextScanner(head, start)
  let hasVertex = false
  while (!scanner.isAtEnd) {
    if (!scanner.isAtLineEnd() && head[scanner.position] !== 35) {
      const from = scanner.position
      const length = scanner.skipWord()
      if (scanner.isAtEnd && hasVertex) return true
      const word = length > 12 ? '' : String.fromCharCode(...head.subarray(from, from + length))
      if (!objWords.has(word)) return false
      hasVertex ||= word === 'v' && startsNumber(scanner)
    }
    skipJoinedLines(scanner)
  }
  return hasVertex
}

function startsNumber(scanner: TextScanner): boolean {
  scanner.skipBlanks()
  const byte = scanner.bytes[scanner.position] ?? 0
  return (byte >= 48 && byte <= 57) || byte === 45 || byte === 43 || byte === 46
}

/** Skips a line and its continuations after a trailing backslash. */
function skipJoinedLines(scanner: TextScanner): void {
  const { bytes } = scanner
  do scanner.skipLine()
  while (!scanner.isAtEnd && (bytes[scanner.position - 2] === 92 || bytes[scanner.position - 3] === 92))
}
