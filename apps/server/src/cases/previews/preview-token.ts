import { createHmac, timingSafeEqual } from 'node:crypto'

/** The content of a preview token. */
export type PreviewToken = { linkId: string; expiresAt: Date }

/**
 * The purpose of a signature. A token opens a link. A pass proves that the password of the link was entered. A token is
 * not valid as a pass, nor a pass as a token.
 */
export type PreviewTokenPurpose = 'token' | 'pass'

const idBytes = 16
const timeBytes = 6
const signatureBytes = 32
const purposes: Record<PreviewTokenPurpose, string> = {
  token: 'pontic.preview.v1',
  pass: 'pontic.preview-pass.v1',
}

/**
 * Creates a token or pass for a preview link. It contains the link's id, its own expiry, and an HMAC-SHA-256 over both
 * with the key of the installation.
 * @param secretKey PONTIC_SECRET_KEY; changing it invalidates every link
 * @returns 72 characters of base64url
 */
export function signPreviewToken(
  secretKey: string,
  token: PreviewToken,
  purpose: PreviewTokenPurpose = 'token',
): string {
  const body = Buffer.alloc(idBytes + timeBytes)
  body.write(token.linkId.replaceAll('-', ''), 'hex')
  body.writeUIntBE(token.expiresAt.getTime(), idBytes, timeBytes)
  return Buffer.concat([body, signatureOf(secretKey, body, purpose)]).toString('base64url')
}

/** Parses a token or pass. @returns undefined if it was not signed with this key for this purpose, or has expired */
export function parsePreviewToken(
  secretKey: string,
  text: string,
  now: Date,
  purpose: PreviewTokenPurpose = 'token',
): PreviewToken | undefined {
  if (!/^[A-Za-z0-9_-]{72}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const body = bytes.subarray(0, idBytes + timeBytes)
  const signature = bytes.subarray(idBytes + timeBytes)
  if (
    signature.length !== signatureBytes ||
    !timingSafeEqual(signature, signatureOf(secretKey, body, purpose))
  )
    return undefined
  const expiresAt = new Date(body.readUIntBE(idBytes, timeBytes))
  if (expiresAt <= now) return undefined
  const hex = body.toString('hex', 0, idBytes)
  const linkId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { linkId, expiresAt }
}

function signatureOf(secretKey: string, body: Buffer, purpose: PreviewTokenPurpose): Buffer {
  return createHmac('sha256', secretKey).update(purposes[purpose]).update(body).digest()
}
