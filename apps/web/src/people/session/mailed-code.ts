import { EmailCode, readInput } from '@pontic/contract'

/**
 * Reads the code of a mailed link from the fragment (`/verifyEmail#code=…`), which browsers never send to a server.
 * @returns undefined if the address has no valid code
 */
export function readMailedCode(hash: string): string | undefined {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code')
  const read = readInput(EmailCode, code)
  return read.isValid ? read.value : undefined
}
