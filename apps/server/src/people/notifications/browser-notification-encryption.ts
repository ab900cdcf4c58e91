import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Keys of a browser's subscription: its uncompressed P-256 public key, and its authentication secret. */
export type SubscriptionKeys = { publicKey: Buffer; secret: Buffer }

/** Random values of a message. Tests pass fixed ones. */
export type EncryptionNonce = { privateKey: Buffer; salt: Buffer }

const recordBytes = 4_096
const lastRecord = Buffer.of(2)

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

function createNonce(): EncryptionNonce {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // `getPrivateKey` omits leading zeros.
  const privateKey = Buffer.alloc(32)
  const drawn = pair.getPrivateKey()
  drawn.copy(privateKey, 32 - drawn.length)
  return { privateKey, salt: randomBytes(16) }
}

/**
 * Encrypts a message for one browser (RFC 8291 §4, `aes128gcm` of RFC 8188 §2), so that the push service cannot read
 * it.
 * @throws Error if the public key is not a point of the curve
 */
export function encryptBrowserNotification(
  text: string,
  keys: SubscriptionKeys,
  nonce: EncryptionNonce = createNonce(),
): Buffer {
  const own = createECDH('prime256v1')
  own.setPrivateKey(nonce.privateKey)
  const shared = own.computeSecret(keys.publicKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.publicKey, own.getPublicKey()])
  const material = derive(shared, keys.secret, info, 32)
  const key = derive(material, nonce.salt, 'Content-Encoding: aes128gcm\0', 16)
  const iv = derive(material, nonce.salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, iv)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordBytes)
  const publicKey = own.getPublicKey()
  return Buffer.concat([
    nonce.salt,
    size,
    Buffer.of(publicKey.length),
    publicKey,
    cipher.update(Buffer.concat([Buffer.from(text), lastRecord])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}
