import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { SettingsError } from '../../config/config.ts'

/**
 * The file format of age, version 1 (https://age-encryption.org/v1): a header with the file key, encrypted for public keys, and
 * chunks of 64 KiB in ChaCha20-Poly1305. The library encrypts the file key. The chunks are encrypted here, because node:crypto is
 * more than ten times as fast as the JavaScript of the library.
 */
const chunkBytes = 64 * 1024
const tagBytes = 16
const nonceBytes = 16
const headerBytesMax = 64 * 1024
const cipher = 'chacha20-poly1305'

/** Thrown when no secret key fits an object. */
export class WrongKey extends Error {}
/** Thrown when an object of a backup is damaged, incomplete, or not encrypted. */
export class DamagedObject extends Error {}

/** Encrypts objects for the public keys of an installation. */
export type Sealer = {
  /** Encrypts a stream in chunks. */
  seal: (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>
  /** Returns the size of an encrypted stream in bytes. */
  sizeOf: (plainBytes: number) => number
  /**
   * Returns the name under which a content is stored. It depends on the public keys, so that nobody without them can find out
   * whether a known file is stored, and so that new keys lead to new objects.
   * @param sha256 hash of the content in hex
   */
  nameOf: (sha256: string) => string
}

/** Creates a pair of keys of age. */
export async function createKeyPair(): Promise<{ secret: string; recipient: string }> {
  const secret = await generateX25519Identity()
  return { secret, recipient: await identityToRecipient(secret) }
}

/** Reads secret keys from a file of age, one in each line. Other lines are comments. @throws SettingsError */
export async function readSecretKeys(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new SettingsError(`PONTIC_BACKUP_KEY_FILE cannot be read: ${error.message}`)
  })
  const keys = text.split(/\s*\n\s*/).filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (keys.length === 0)
    throw new SettingsError('PONTIC_BACKUP_KEY_FILE contains no line that begins with AGE-SECRET-KEY-.')
  return keys
}

/** Returns the public keys of secret keys. */
export const recipientsOf = (secrets: readonly string[]): Promise<string[]> =>
  Promise.all(secrets.map((secret) => identityToRecipient(secret)))

/** Opens a sealer. @param recipients public keys of age @throws SettingsError if one of them is invalid */
export async function openSealer(recipients: readonly string[]): Promise<Sealer> {
  // An invalid key fails here and not in the first backup.
  const header = await createHeader(recipients).catch((error: Error) => {
    throw new SettingsError(`PONTIC_BACKUP_RECIPIENTS is invalid: ${error.message}`)
  })
  const nameKey = createHash('sha256')
    .update([...recipients].sort().join())
    .digest()
  return {
    seal: (source) => sealChunks(recipients, source),
    sizeOf: (plainBytes) =>
      header.bytes.length +
      nonceBytes +
      plainBytes +
      Math.max(1, Math.ceil(plainBytes / chunkBytes)) * tagBytes,
    nameOf: (sha256) => createHmac('sha256', nameKey).update(sha256).digest('hex'),
  }
}

async function createHeader(recipients: readonly string[]): Promise<{ bytes: Buffer; fileKey: Buffer }> {
  let fileKey = Buffer.alloc(0)
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  encrypter.addRecipient({
    wrapFileKey: (key) => {
      fileKey = Buffer.from(key)
      return []
    },
  })
  const sealed = Buffer.from(await encrypter.encrypt(new Uint8Array(0)))
  // What follows the header is a nonce and the tag of an empty chunk.
  return { bytes: sealed.subarray(0, sealed.length - nonceBytes - tagBytes), fileKey }
}

const payloadKey = (fileKey: Uint8Array, nonce: Buffer) =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))

/** Returns the nonce of a chunk: its number, and whether it is the last one. */
function chunkNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

async function* sealChunks(
  recipients: readonly string[],
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const { bytes, fileKey } = await createHeader(recipients)
  const nonce = randomBytes(nonceBytes)
  const key = payloadKey(fileKey, nonce)
  yield Buffer.concat([bytes, nonce])
  let index = 0
  for await (const { chunk, isLast } of chunksOfSize(source, chunkBytes)) {
    const sealing = createCipheriv(cipher, key, chunkNonce(index++, isLast), { authTagLength: tagBytes })
    yield Buffer.concat([sealing.update(chunk), sealing.final(), sealing.getAuthTag()])
  }
}

/**
 * Decrypts an object.
 * @throws WrongKey if no secret key fits
 * @throws DamagedObject if a byte was changed or is missing. The chunks before it were already passed on.
 */
export async function* unseal(
  source: AsyncIterable<Buffer>,
  secrets: readonly string[],
): AsyncGenerator<Buffer> {
  const reader = source[Symbol.asyncIterator]()
  try {
    let head = Buffer.alloc(0)
    let end = -1
    while (end < 0 || head.length < end + nonceBytes) {
      const next = await reader.next()
      if (next.done || head.length > headerBytesMax) throw new DamagedObject('It has no header of age.')
      head = Buffer.concat([head, next.value])
      const mac = head.indexOf('\n--- ')
      end = mac < 0 ? -1 : head.indexOf('\n', mac + 1) + 1 || -1
    }
    const fileKey = await readFileKey(head.subarray(0, end), secrets)
    const key = payloadKey(fileKey, head.subarray(end, end + nonceBytes))
    const rest = { [Symbol.asyncIterator]: () => reader }
    let index = 0
    for await (const { chunk, isLast } of chunksOfSize(
      joined(head.subarray(end + nonceBytes), rest),
      chunkBytes + tagBytes,
    )) {
      if (chunk.length < tagBytes) throw new DamagedObject('Its end is missing.')
      const opening = createDecipheriv(cipher, key, chunkNonce(index++, isLast), { authTagLength: tagBytes })
      opening.setAuthTag(chunk.subarray(-tagBytes))
      const plain = opening.update(chunk.subarray(0, -tagBytes))
      try {
        opening.final()
      } catch {
        throw new DamagedObject('Bytes were changed or are missing.')
      }
      yield plain
    }
  } finally {
    await reader.return?.()
  }
}

async function readFileKey(header: Buffer, secrets: readonly string[]): Promise<Uint8Array> {
  const decrypter = new Decrypter()
  for (const secret of secrets) decrypter.addIdentity(secret)
  try {
    return await decrypter.decryptHeader(header)
  } catch (error) {
    const { message } = error as Error
    if (message.includes('no identity matched'))
      throw new WrongKey('The key does not fit. The backup was encrypted for another public key.')
    throw new DamagedObject(`Its header is damaged: ${message}`)
  }
}

async function* joined(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

/** Cuts a stream into chunks of one size. The last one may be shorter, and is empty only if the stream is. */
async function* chunksOfSize(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for await (const part of source) {
    waiting.push(part)
    waitingBytes += part.length
    if (waitingBytes <= size) continue
    const bytes = waiting.length === 1 ? part : Buffer.concat(waiting)
    let from = 0
    // A full chunk waits for the next byte, because it may be the last one.
    for (; bytes.length - from > size; from += size)
      yield { chunk: bytes.subarray(from, from + size), isLast: false }
    waiting = [bytes.subarray(from)]
    waitingBytes = bytes.length - from
  }
  yield { chunk: Buffer.concat(waiting), isLast: true }
}
