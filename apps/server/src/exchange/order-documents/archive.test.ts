import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeZip, type ZipEntry } from '../../test/zip-bombs.ts'
import { openArchive } from './archive.shared.ts'
import { DocumentRefusal } from './refusal.shared.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pontic-archive-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(zip: Buffer) {
  const file = join(folder, 'archive.zip')
  writeFileSync(file, zip)
  return await openArchive(file)
}

/**
 * Opens an archive and, with `readsEntries`, reads it. Returns the reason for which it is refused, or `opened` or `read` if
 * it is not refused.
 */
async function reasonOf(zip: Buffer, readsEntries = false): Promise<string> {
  try {
    const archive = await open(zip)
    if (!readsEntries) {
      archive.close()
      return 'opened'
    }
    for (const entry of archive.entries) await (await entry.open()).toArray()
    archive.close()
    return 'read'
  } catch (error) {
    if (error instanceof DocumentRefusal) return error.reason
    throw error
  }
}

const scan = Buffer.from('solid upper\n'.repeat(20))
const entry = (change: Partial<ZipEntry> = {}): ZipEntry => ({
  name: 'order/upper.stl',
  content: scan,
  ...change,
})

describe('T41: hostile archives', () => {
  it('an archive of scans is opened and read, with names in any code page', async () => {
    const name = Buffer.from([0xb1, 0xe8, 0xc3, 0xb6, 0xbc, 0xf6, 0x2f, 0x75, 0x2e, 0x73, 0x74, 0x6c])
    const archive = await open(
      writeZip([entry(), entry({ name, flags: 0 }), entry({ name: 'a\\b.stl', isStored: true })]),
    )
    expect(archive.entries.map(({ path }) => path)).toEqual(['order/upper.stl', '김철수/u.stl', 'a/b.stl'])
    const bytes = Buffer.concat(await (await archive.entries[0]!.open()).toArray())
    expect(bytes).toEqual(scan)
    archive.close()
  })

  it.each([
    ['../../etc/cron.d/x'],
    ['/etc/passwd'],
    ['C:\\windows\\x.stl'],
    ['order/../../x'],
    ['order\\..\\..\\x'],
    ['order/./x'],
    ['order//x'],
    ['a\u0000b.stl'],
    ['a\nb.stl'],
  ])('an archive with the entry name %j is refused before it is unpacked', async (name) => {
    expect(await reasonOf(writeZip([entry(), entry({ name })]))).toBe('archive_path')
  })

  it('an archive with a link or a device is refused', async () => {
    expect(await reasonOf(writeZip([entry({ mode: 0o120777, content: Buffer.from('/etc/passwd') })]))).toBe(
      'archive_link',
    )
    expect(await reasonOf(writeZip([entry({ mode: 0o020666 })]))).toBe('archive_link')
  })

  it('an archive with the compression ratio, size or number of entries of a zip bomb is refused', async () => {
    const zeros = Buffer.alloc(4 * 1024 * 1024)
    expect(await reasonOf(writeZip([entry({ content: zeros })]))).toBe('archive_ratio')
    expect(await reasonOf(writeZip([entry({ sizeBytes: 0xfffffff0 })]))).toBe('archive_too_large')
    const many = Array.from({ length: 2_001 }, (_, at) => entry({ name: `${at}.stl` }))
    expect(await reasonOf(writeZip(many))).toBe('archive_too_many')
  })

  it('an archive with overlapping entries is refused', async () => {
    const one = writeZip([entry(), entry({ name: 'b.stl', offset: 0 }), entry({ name: 'c.stl', offset: 0 })])
    expect(await reasonOf(one)).toBe('archive_overlap')
  })

  it('an archive inside an archive is refused, by its name or by its bytes', async () => {
    const inner = writeZip([entry()])
    expect(await reasonOf(writeZip([entry({ name: 'inner.zip', content: inner })]))).toBe('archive_nested')
    const hidden = writeZip([entry({ name: 'scan.stl', content: inner })])
    expect(await reasonOf(hidden, true)).toBe('archive_nested')
  })

  it('an entry with a wrong checksum or size fails when it is read', async () => {
    expect(await reasonOf(writeZip([entry({ crc32: 1 })]), true)).toBe('archive_checksum')
    expect(await reasonOf(writeZip([entry({ sizeBytes: 5 })]), true)).toBe('archive_broken')
    expect(await reasonOf(writeZip([entry({ sizeBytes: 5_000 })]), true)).toBe('archive_broken')
  })

  it('an encrypted, truncated or invalid archive is refused', async () => {
    expect(await reasonOf(writeZip([entry({ flags: 1 })]))).toBe('archive_encrypted')
    const whole = writeZip([entry()])
    expect(await reasonOf(whole.subarray(0, whole.length - 10))).toBe('archive_broken')
    expect(await reasonOf(Buffer.from('no archive'))).toBe('archive_broken')
  })

  it('reading archives writes no file', () => {
    expect(readdirSync(folder)).toEqual(['archive.zip'])
  })
})
