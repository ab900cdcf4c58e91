import { randomBytes } from 'node:crypto'
import { type OrderType, orderNumberLetters } from '@pontic/contract'

/** Crockford's base 32: no I, L, O, U, so that a number read aloud or from paper is not mistaken. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomLength = 6

/** What an order number looks like, `C26-7F3K9Q`. */
export const orderNumberPattern = new RegExp(
  `^[${Object.values(orderNumberLetters).join('')}]\\d{2}-[${alphabet}]{${randomLength}}$`,
)

/**
 * A new number that people read: a letter, two-digit year, six random characters (rules §2). A sequence would show
 * volume and invite guessing. Unique only once the database has taken it.
 */
export function makeNumber(letter: string, now: Date): string {
  const year = String(now.getUTCFullYear() % 100).padStart(2, '0')
  // 256 is a multiple of 32: the lower five bits of a random byte favour no character.
  const random = Array.from(randomBytes(randomLength), (byte) => alphabet[byte & 31])
  return `${letter}${year}-${random.join('')}`
}

/** A new order number; its letter tells the type. */
export const makeOrderNumber = (type: OrderType, now: Date): string =>
  makeNumber(orderNumberLetters[type], now)
