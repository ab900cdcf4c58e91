import { randomBytes } from 'node:crypto'
import { hashToken } from '../http/actor.ts'

/** A secret that is returned once; only its SHA-256 is stored (rules §3). */
export type Secret = { text: string; sha256: Buffer }

/** 256 random bits. */
const secretBytes = 32

/** Creates a token, or a code for a mail: 43 characters of base64url. */
export function newSecret(): Secret {
  const text = randomBytes(secretBytes).toString('base64url')
  return { text, sha256: hashToken(text) }
}
