import { carrierOfNumber, ExpressNumber } from '@pontic/contract'
import * as z from 'zod/mini'
import { readStored, writeStored } from '../../frame/stored.ts'

/** Schema of a number that may be empty. A parcel without a number has to be confirmed. */
export const OptionalExpressNumber = z.union(
  [z.string().check(z.regex(/^\s*$/)), ExpressNumber],
  'express_number',
)

/** Whether no number is entered. */
export const isNumberless = (text: string) => text.trim() === ''

const storedAs = 'pontic.carrier'

/** Stores the carrier for the next parcel on this device. */
export const storeLastCarrier = (carrier: string): void => writeStored(storedAs, carrier)

/**
 * Returns the carrier with which its field starts: the only one that uses numbers like these, else the one of the last parcel. It is
 * empty if neither is known.
 */
export function suggestCarrier(numbers: readonly string[]): string {
  for (const text of numbers) {
    const number = ExpressNumber.safeParse(text)
    const carrier = number.success ? carrierOfNumber(number.data) : undefined
    if (carrier !== undefined) return carrier.name
  }
  return readStored<string>(storedAs) ?? ''
}
