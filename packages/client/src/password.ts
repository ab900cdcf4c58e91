import { hmac } from '@noble/hashes/hmac.js'
import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { passwordDigestSalt } from '@pontic/contract'

/**
 * Computes the digest that is sent instead of a password (requirement 9.digest, rules §3): 64 hex digits,
 * `hex(HMAC-SHA-256(key = public salt, message = hex(MD5(password))))`. It is implemented in JavaScript, because Web Crypto has
 * no MD5 and is not available over plain HTTP except on loopback.
 * @param password as typed; it is normalized to NFC, so that every keyboard produces the same digest
 */
export function passwordDigest(password: string): string {
  const inner = bytesToHex(md5(utf8ToBytes(password.normalize('NFC'))))
  return bytesToHex(hmac(sha256, utf8ToBytes(passwordDigestSalt), utf8ToBytes(inner)))
}
