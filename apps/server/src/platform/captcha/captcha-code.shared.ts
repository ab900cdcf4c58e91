import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CaptchaKind } from '@pontic/contract'
import { signs } from './glyphs.ts'

const signsInPicture = 5
const digitsInMail = 6

const bytesOf = (secretKey: string, id: string, what: string) =>
  createHmac('sha256', secretKey).update(`captcha\n${what}\n${id}`).digest()

/**
 * Computes the code of a captcha from its id and the secret key: five characters for a picture, six digits for a mail. No table
 * contains the code, and every node computes the same one.
 */
export function captchaCode(secretKey: string, { id, kind }: { id: string; kind: CaptchaKind }): string {
  const bytes = bytesOf(secretKey, id, kind)
  if (kind === 'mail') return String(bytes.readUInt32BE(0) % 10 ** digitsInMail).padStart(digitsInMail, '0')
  return Array.from(
    { length: signsInPicture },
    (_, index) => signs[bytes.readUInt32BE(index * 4) % signs.length]!,
  ).join('')
}

/**
 * Computes the seed of a picture's distortion. All requests for one captcha get the same picture, because the average of
 * several distortions would be easier to read.
 */
export function pictureSeed(secretKey: string, id: string): number {
  return bytesOf(secretKey, id, 'seed').readUInt32BE(0)
}

/** Whether the input matches the code, ignoring blanks, hyphens and case. */
export function isCodeCorrect(code: string, typed: string): boolean {
  const given = Buffer.from(typed.replace(/[\s-]/g, '').toUpperCase())
  const wanted = Buffer.from(code)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
