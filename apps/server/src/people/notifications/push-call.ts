import { isWebAddressAllowed } from '../../platform/transports/addresses.ts'
import { callHttp } from '../../platform/transports/http-call.ts'

/**
 * Whether a push service may be called: by https on the default port, and not at a literal private address.
 * @param allowsPrivate whether the installation has a push service of its own
 */
export const isPushServiceAllowed = (endpoint: string, allowsPrivate: boolean): boolean =>
  isWebAddressAllowed(endpoint, allowsPrivate) && (allowsPrivate || URL.parse(endpoint)?.port === '')

/**
 * Sends one message to a push service. Redirects are not followed.
 * @returns status of the response
 * @throws transport.* if it cannot be reached or is not allowed
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
