import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../config/config.ts'
import { createSealer, openSealer } from './sealer.ts'

const key = 'a key of more than thirty-two characters'

test('a sealed text opens only with its key and context, and looks different each time', () => {
  const sealer = createSealer(key)
  const sealed = sealer.seal('JBSWY3DPEHPK3PXP', 'totp of bob')
  expect(sealer.open(sealed, 'totp of bob')).toBe('JBSWY3DPEHPK3PXP')
  expect(createSealer(key).open(sealed, 'totp of bob')).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed.equals(sealer.seal('JBSWY3DPEHPK3PXP', 'totp of bob'))).toBe(false)
  expect(sealed.includes('JBSWY3DPEHPK3PXP')).toBe(false)
  expect(() => sealer.open(sealed, 'totp of erin')).toThrow()
  expect(() => createSealer(`${key}.`).open(sealed, 'totp of bob')).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => sealer.open(changed, 'totp of bob')).toThrow()
  }
})

test('digests are the same for the same key and context, otherwise different', () => {
  const digest = createSealer(key).digest('ABCDE12345', 'bob')
  expect(createSealer(key).digest('ABCDE12345', 'bob').equals(digest)).toBe(true)
  expect(createSealer(key).digest('ABCDE12345', 'erin').equals(digest)).toBe(false)
  expect(createSealer(`${key}.`).digest('ABCDE12345', 'bob').equals(digest)).toBe(false)
})

test('ten nodes of a demo that start at once share one key, which only the owner may read', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'pontic-key-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true }))
  const config = { encryptionKey: '', dataFolder } as Config
  const sealers = await Promise.all(Array.from({ length: 10 }, () => openSealer(config)))
  const sealed = sealers[0]!.seal('secret', 'x')
  for (const sealer of sealers) expect(sealer.open(sealed, 'x')).toBe('secret')
  const file = join(dataFolder, 'encryption.key')
  expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}$/)
  expect(statSync(file).mode & 0o077).toBe(0)
})
