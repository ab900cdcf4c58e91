import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** A software authenticator: creates ES256 credentials and signs challenges as in WebAuthn §6 and §7 (level 3). */
export type Authenticator = {
  create: (options: { challenge: string; rp: { id: string } }, more?: Tampering) => NewCredential
  sign: (options: { challenge: string; rpId: string }, more?: Tampering) => SignedAssertion
}

/** Deviations with which a test imitates a wrong device or page. */
export type Tampering = { origin?: string; isUserVerified?: boolean; signCount?: number; rpId?: string }

/** The body of `twoFactor.confirmPasskey` for a new credential. */
export type NewCredential = {
  credentialId: string
  clientData: string
  attestation: string
  transports: string[]
}

/** The passkey fields of the token call. */
export type SignedAssertion = {
  passkey_id: string
  passkey_client_data: string
  passkey_authenticator_data: string
  passkey_signature: string
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

/** Creates an authenticator for pages of this origin. */
export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let signCount = 0
  const clientDataOf = (type: string, challenge: string, more: Tampering) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: more.origin ?? origin, crossOrigin: false }))
  const headOf = (rpId: string, more: Tampering, hasCredential: boolean) => {
    signCount = more.signCount ?? signCount + 1
    const flags = 0x01 | (more.isUserVerified === false ? 0 : 0x04) | (hasCredential ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(signCount)
    return Buffer.concat([sha256(more.rpId ?? rpId), Buffer.of(flags), count])
  }
  return {
    create: ({ challenge, rp }, more = {}) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const authData = Buffer.concat([headOf(rp.id, more, true), credential])
      return {
        credentialId: base64url(credentialId),
        clientData: base64url(clientDataOf('webauthn.create', challenge, more)),
        attestation: base64url(attestationOf(authData)),
        transports: ['internal'],
      }
    },
    sign: ({ challenge, rpId }, more = {}) => {
      const clientData = clientDataOf('webauthn.get', challenge, more)
      const authData = headOf(rpId, more, false)
      const signer = createSign('sha256').update(Buffer.concat([authData, sha256(clientData)]))
      return {
        passkey_id: base64url(credentialId),
        passkey_client_data: base64url(clientData),
        passkey_authenticator_data: base64url(authData),
        passkey_signature: base64url(signer.sign(privateKey)),
      }
    },
  }
}

// Encoders of the CBOR types (RFC 8949 §3) that a key and an attestation need.
const text = (value: string) => Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)])
const bytes = (value: Buffer) =>
  Buffer.concat([
    value.length < 256
      ? Buffer.of(0x58, value.length)
      : Buffer.of(0x59, value.length >> 8, value.length & 255),
    value,
  ])

/** Encodes an EC public key as COSE (RFC 9053 §7.1): kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.of(0x22),
    bytes(Buffer.from(y, 'base64url')),
  ])
}

const attestationOf = (authData: Buffer) =>
  Buffer.concat([
    Buffer.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.of(0xa0),
    text('authData'),
    bytes(authData),
  ])
