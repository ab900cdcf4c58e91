import { isWebAddressAllowed } from '../../platform/transports/addresses.ts'
import { callHttp } from '../../platform/transports/http-call.ts'

/**
 * Whether a push service may be asked: by https on its usual port, and not where its address already says that it is private.
 * @param allowsPrivate the installation has one of its own
 */
export const mayBeAsked = (endpoint: string, allowsPrivate: boolean): boolean =>
  isWebAddressAllowed(endpoint, allowsPrivate) && (allowsPrivate || URL.parse(endpoint)?.port === '')

/**
 * Gives a push service one message. No redirection is followed.
 * @returns the status it answers
 * @throws transport.* when it can't be reached, or may not be
 */
export async function callPushService(call: {
  endpoint: string
  headers: Readonly<Record<string, string>>
  body: Buffer
  allowsPrivate: boolean
}): Promise<number> {
  const { endpoint: address, headers, body, allowsPrivate } = call
  const answer = await callHttp({ address, method: 'POST', headers, body, allowsPrivate })
  answer.body.destroy()
  return answer.status
}
