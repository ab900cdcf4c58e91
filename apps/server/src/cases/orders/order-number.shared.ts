import { randomBytes } from 'node:crypto'
import { type OrderType, orderNumberLetters } from '@pontic/contract'

/** Crockford's base 32: no I, L, O, U, so that a number is not misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomLength = 6

/** The format of an order number, `C26-7F3K9Q`. */
export const orderNumberPattern = new RegExp(
  `^[${Object.values(orderNumberLetters).join('')}]\\d{2}-[${alphabet}]{${randomLength}}$`,
)

/**
 * Creates a readable number: a letter, a two-digit year and six random characters (rules §2). A sequential number
 * would reveal how many orders there are, and could be guessed. The database ensures uniqueness.
 */
export function createNumber(letter: string, now: Date): string {
  const year = String(now.getUTCFullYear() % 100).padStart(2, '0')
  // 256 is a multiple of 32, so the lower five bits of a random byte are uniform.
  const random = Array.from(randomBytes(randomLength), (byte) => alphabet[byte & 31])
  return `${letter}${year}-${random.join('')}`
}

/** Creates an order number. Its letter depends on the type. */
export const createOrderNumber = (type: OrderType, now: Date): string =>
  createNumber(orderNumberLetters[type], now)
