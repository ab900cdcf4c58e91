import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../config/config.ts'
import { createEncryptor, openEncryptor } from './encryptor.ts'

const key = 'a key of more than thirty-two characters'

test('an encrypted text can be decrypted only with its key and context, and is different each time', () => {
  const encryptor = createEncryptor(key)
  const encrypted = encryptor.encrypt('JBSWY3DPEHPK3PXP', 'totp of bob')
  expect(encryptor.decrypt(encrypted, 'totp of bob')).toBe('JBSWY3DPEHPK3PXP')
  expect(createEncryptor(key).decrypt(encrypted, 'totp of bob')).toBe('JBSWY3DPEHPK3PXP')
  expect(encrypted.equals(encryptor.encrypt('JBSWY3DPEHPK3PXP', 'totp of bob'))).toBe(false)
  expect(encrypted.includes('JBSWY3DPEHPK3PXP')).toBe(false)
  expect(() => encryptor.decrypt(encrypted, 'totp of erin')).toThrow()
  expect(() => createEncryptor(`${key}.`).decrypt(encrypted, 'totp of bob')).toThrow()
  for (let at = 0; at < encrypted.length; at++) {
    const changed = Buffer.from(encrypted)
    changed[at]! ^= 1
    expect(() => encryptor.decrypt(changed, 'totp of bob')).toThrow()
  }
})

test('the error of a secret that cannot be decrypted says what may be wrong', () => {
  const encryptor = createEncryptor(key)
  const encrypted = encryptor.encrypt('JBSWY3DPEHPK3PXP', 'totp of bob')
  const changed = (at: number, byte: number) => Buffer.from(encrypted).fill(byte, at, at + 1)
  const decrypt =
    (bytes: Buffer, by = encryptor) =>
    () =>
      by.decrypt(bytes, 'totp of bob')
  for (const empty of [Buffer.alloc(0), encrypted.subarray(0, 20)])
    expect(decrypt(empty)).toThrow('damaged: it is too short')
  for (const byte of [0, 2]) expect(decrypt(changed(0, byte))).toThrow('damaged, or a newer version')
  expect(decrypt(changed(20, encrypted[20]! ^ 1))).toThrow('damaged, or it was encrypted with another key')
  expect(decrypt(encrypted, createEncryptor(`${key}.`))).toThrow('encrypted with another key')
})

test('digests are equal for the same key and context, and otherwise different', () => {
  const digest = createEncryptor(key).digest('ABCDE12345', 'bob')
  expect(createEncryptor(key).digest('ABCDE12345', 'bob').equals(digest)).toBe(true)
  expect(createEncryptor(key).digest('ABCDE12345', 'erin').equals(digest)).toBe(false)
  expect(createEncryptor(`${key}.`).digest('ABCDE12345', 'bob').equals(digest)).toBe(false)
})

test('ten nodes of a demo that start simultaneously share one key file, which only its owner may read', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'pontic-key-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true }))
  const config = { encryptionKey: '', dataFolder } as Config
  const encryptors = await Promise.all(Array.from({ length: 10 }, () => openEncryptor(config)))
  const encrypted = encryptors[0]!.encrypt('secret', 'x')
  for (const encryptor of encryptors) expect(encryptor.decrypt(encrypted, 'x')).toBe('secret')
  const file = join(dataFolder, 'encryption.key')
  expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}$/)
  expect(statSync(file).mode & 0o077).toBe(0)
})
