import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressAssets } from './compress-assets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pontic-assets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const text = 'export const tooth = 14\n'.repeat(40)

test('files are compressed with Brotli and gzip, without those that are small or of other types', async () => {
  writeFileSync(join(folder, 'page.js'), text)
  writeFileSync(join(folder, 'small.css'), 'a{}')
  writeFileSync(join(folder, 'picture.png'), text)
  await compressAssets(folder)
  expect(readdirSync(folder).sort()).toEqual([
    'page.js',
    'page.js.br',
    'page.js.gz',
    'picture.png',
    'small.css',
  ])
  expect(brotliDecompressSync(readFileSync(join(folder, 'page.js.br'))).toString()).toBe(text)
  expect(gunzipSync(readFileSync(join(folder, 'page.js.gz'))).toString()).toBe(text)
})

test('after an interruption, only the files that are missing are compressed', async () => {
  writeFileSync(join(folder, 'first.js'), text)
  await compressAssets(folder)
  const { ino } = statSync(join(folder, 'first.js.br'))
  writeFileSync(join(folder, 'second.js'), text)
  await compressAssets(folder)
  expect(statSync(join(folder, 'first.js.br')).ino).toBe(ino)
  expect(brotliDecompressSync(readFileSync(join(folder, 'second.js.br'))).toString()).toBe(text)
})
