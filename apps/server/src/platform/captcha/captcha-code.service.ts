import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CaptchaKind } from '@pontic/contract'
import { signs } from './glyphs.ts'

const signsInPicture = 5
const digitsInMail = 6

const bytesOf = (secretKey: string, id: string, what: string) =>
  createHmac('sha256', secretKey).update(`captcha\n${what}\n${id}`).digest()

/**
 * The code of a captcha: it follows from the id and the installation's key, so that no table holds it and every node
 * knows it. Five signs in a picture, six digits in a mail.
 */
export function captchaCode(secretKey: string, { id, kind }: { id: string; kind: CaptchaKind }): string {
  const bytes = bytesOf(secretKey, id, kind)
  if (kind === 'mail') return String(bytes.readUInt32BE(0) % 10 ** digitsInMail).padStart(digitsInMail, '0')
  return Array.from(
    { length: signsInPicture },
    (_, index) => signs[bytes.readUInt32BE(index * 4) % signs.length]!,
  ).join('')
}

/** What the picture of a captcha is distorted by: the same for each request, so that nothing is averaged out. */
export function pictureSeed(secretKey: string, id: string): number {
  return bytesOf(secretKey, id, 'seed').readUInt32BE(0)
}

/** Whether a text as typed is the code: blanks, hyphens and capitals make no difference. */
export function isCodeTyped(code: string, typed: string): boolean {
  const given = Buffer.from(typed.replace(/[\s-]/g, '').toUpperCase())
  const wanted = Buffer.from(code)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
