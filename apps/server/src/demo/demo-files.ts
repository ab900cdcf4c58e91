import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { FileKind, FileRole } from '@pontic/contract'
import sharp from 'sharp'
import type { FileStorage } from '../platform/storage/storage.ts'
import type { DemoFile } from './demo-cases.ts'

/** A demo file in storage. `sha256`: 32 bytes. */
export type StoredDemoFile = {
  name: string
  role: FileRole
  kind: FileKind
  sizeBytes: number
  sha256: Buffer
  crc32: number
}

const scansFolder = join(import.meta.dirname, '../../../../demo/scans')

/** Stores the demo's scans and picture. @returns the stored files, by the names with which demo cases refer to them */
export async function storeDemoFiles(storage: FileStorage): Promise<Record<DemoFile, StoredDemoFile>> {
  const scan = (name: string) => readFile(join(scansFolder, name))
  return {
    upper: await store(storage, 'upper.obj', 'upper', 'obj', await scan('case0-upper-teeth.obj')),
    lower: await store(storage, 'lower.obj', 'lower', 'obj', await scan('case0-lower-teeth.obj')),
    design: await store(
      storage,
      'design.stl',
      'design',
      'stl',
      await scan('retention-rig-top-attachment.stl'),
    ),
    photo: await store(storage, 'shade.jpg', 'photo', 'jpeg', await drawShadePhoto()),
  }
}

async function store(
  storage: FileStorage,
  name: string,
  role: FileRole,
  kind: FileKind,
  bytes: Buffer,
): Promise<StoredDemoFile> {
  const sha256 = createHash('sha256').update(bytes).digest()
  await storage.putFile(sha256.toString('hex'), Readable.from([bytes]))
  return { name, role, kind, sizeBytes: bytes.length, sha256, crc32: crc32(bytes) }
}

/** Draws a picture of shade tabs, because the demo must not contain photos of people. @returns a JPEG */
async function drawShadePhoto(): Promise<Buffer> {
  const shades = [
    ['A1', '#efe6d2'],
    ['A2', '#e8dabb'],
    ['A3', '#dfcca4'],
    ['A3.5', '#d5bd8f'],
  ]
  const tabs = shades.map(
    ([name, colour], index) => `<g transform="translate(${150 + index * 280} 150)">
      <path d="M20 60 Q20 0 100 0 Q180 0 180 60 L170 300 Q150 380 100 380 Q50 380 30 300 Z" fill="${colour}" stroke="#b9a988" stroke-width="3"/>
      <rect x="70" y="376" width="60" height="150" rx="8" fill="#9aa0a8"/>
      <text x="100" y="580" font-family="sans-serif" font-size="44" text-anchor="middle" fill="#e6e7ea">${name}</text></g>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="820"><rect width="1280" height="820" fill="#3a4048"/>${tabs.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()
}
