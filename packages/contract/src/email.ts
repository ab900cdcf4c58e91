/** Longest email address in UTF-16 units (RFC 5321 §4.5.3.1.3 without the angle brackets). */
export const emailLengthMax = 254

/** Format of an address in lower case. */
export const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

/** Returns a typed address as the server stores it: trimmed, in lower case, in NFC. */
export const normalizeEmail = (typed: string): string => typed.trim().toLowerCase().normalize('NFC')

/**
 * Checks a typed address by the rules of the schema `Email`, for pages that do not load schemas.
 * @returns the key of the message (`fields.*`), undefined for a valid address
 */
export function findEmailFault(typed: string): 'required' | 'too_long' | 'email' | undefined {
  if (typed === '') return 'required'
  const email = normalizeEmail(typed)
  if (email.length > emailLengthMax) return 'too_long'
  return emailPattern.test(email) ? undefined : 'email'
}
