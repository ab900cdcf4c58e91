/**
 * Creates the id of a new draft, a UUID of version 7 (RFC 9562 §5.7). The client chooses it, so that a save that is repeated after
 * a lost reply creates no second draft. `crypto.randomUUID` is missing on plain http.
 */
export function createDraftId(now = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(10))
  const hex = (value: number) => value.toString(16).padStart(2, '0')
  const tail = Array.from(random, hex).join('')
  const time = now.toString(16).padStart(12, '0')
  const variant = (0x8 | (Number.parseInt(tail.charAt(3), 16) & 0x3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-${variant}${tail.slice(4, 7)}-${tail.slice(8, 20)}`
}
