import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'

/** Encrypts values that are read again, and hashes values that are only compared, with the installation's key. */
export type Encryptor = {
  /** Encrypts a text. @param context what the value belongs to (`totp <account id>`); `decrypt` requires the same */
  encrypt: (text: string, context: string) => Buffer
  /** Decrypts a text. @throws Error if key or context differ from those of `encrypt`, or the bytes are damaged */
  decrypt: (encrypted: Buffer, context: string) => string
  /** Computes a keyed hash. Nobody can guess values from it without the key. */
  digest: (text: string, context: string) => Buffer
  /** Computes the hashes that a stored value may have: with the current key, and with the one before. */
  digests: (text: string, context: string) => Buffer[]
}

const version = 1
const nonceBytes = 12
const tagBytes = 16
const keyFile = 'encryption.key'

/**
 * Creates an encryptor with AES-256-GCM and HMAC-SHA-256, whose keys are derived from `keyText`.
 * @param before key with which values may have been encrypted or hashed earlier; empty if there is none
 */
export function createEncryptor(keyText: string, before = ''): Encryptor {
  const current = createKeyed(keyText)
  if (before === '') return current
  const former = createKeyed(before)
  return {
    ...current,
    decrypt: (encrypted, context) => {
      try {
        return current.decrypt(encrypted, context)
      } catch (error) {
        try {
          return former.decrypt(encrypted, context)
        } catch {
          throw error
        }
      }
    },
    digests: (text, context) => [current.digest(text, context), former.digest(text, context)],
  }
}

function createKeyed(keyText: string): Encryptor {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', keyText, '', `pontic ${purpose}`, 32))
  // These labels cannot change: stored values were encrypted and hashed with the keys derived from them.
  const encryptionKey = keyFor('sealing')
  const hashKey = keyFor('hashing')
  const digest = (text: string, context: string) =>
    createHmac('sha256', hashKey).update(`${context}\n${text}`).digest()
  return {
    encrypt: (text, context) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body])
    },
    decrypt: (encrypted, context) => {
      if (encrypted.length < 1 + nonceBytes + tagBytes)
        throw new Error('This secret is damaged: it is too short.')
      if (encrypted[0] !== version)
        throw new Error('This secret is damaged, or a newer version of the portal encrypted it.')
      const nonce = encrypted.subarray(1, 1 + nonceBytes)
      const body = encrypted.subarray(1 + nonceBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, nonce)
        .setAAD(Buffer.from(context))
        .setAuthTag(encrypted.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes))
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new Error('This secret is damaged, or it was encrypted with another key.', { cause })
      }
    },
    digest,
    digests: (text, context) => [digest(text, context)],
  }
}

/**
 * Creates the encryptor of an installation with the configured key. A demo without a configured key creates one and stores it
 * in the data folder.
 */
export async function openEncryptor({
  encryptionKey,
  encryptionKeyBefore,
  dataFolder,
}: Config): Promise<Encryptor> {
  const key = encryptionKey === '' ? await getOrCreateKey(dataFolder) : encryptionKey
  return createEncryptor(key, encryptionKeyBefore)
}

// Nodes that start simultaneously must use the same key. Each writes a complete file and hard-links it to the final name, which
// succeeds for the first node only. All of them then read that file.
async function getOrCreateKey(dataFolder: string): Promise<string> {
  await mkdir(dataFolder, { recursive: true })
  const file = join(dataFolder, keyFile)
  const own = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(own, randomBytes(32).toString('base64url'), { mode: 0o600 })
  await link(own, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(own)
  return await readFile(file, 'utf8')
}
