import { lookup } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const timeoutMs = 15_000

const privateRanges: readonly (readonly [net: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  // IPv4 in the clothes of IPv6; that of ::ffff is judged by the list itself
  ['64:ff9b::', 96, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]
const privateAddresses = new BlockList()
for (const range of privateRanges) privateAddresses.addSubnet(...range)

/** Whether an address is of this machine, of a private net, or of nobody. */
export const isPrivateAddress = (address: string): boolean =>
  privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Looks a name up for a connection: once, and judged, so that no second answer can lead elsewhere. */
export const lookUpPublic: LookupFunction = (name, options, tell) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    if (error) return tell(error, [])
    if (found.some(({ address }) => isPrivateAddress(address)))
      return tell(new Error('The push service is at a private address.'), [])
    const [first] = found
    if (options.all) tell(null, found)
    else tell(null, first?.address ?? '', first?.family)
  })
}

/**
 * Whether a push service may be asked: by https on its usual port, and not where its address already says that it is private.
 * @param allowsPrivate the installation has one of its own
 */
export function mayBeAsked(endpoint: string, allowsPrivate: boolean): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (allowsPrivate) return true
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isName = isIP(host) === 0
  if (url.protocol !== 'https:' || url.port !== '') return false
  return isName ? !/(^|\.)localhost\.?$/.test(host) : !isPrivateAddress(host)
}

/**
 * Gives a push service one message. No redirection is followed.
 * @returns the status it answers
 * @throws Error when it can't be reached, or may not be
 */
export async function callPushService(call: {
  endpoint: string
  headers: Readonly<Record<string, string>>
  body: Buffer
  allowsPrivate: boolean
}): Promise<number> {
  if (!mayBeAsked(call.endpoint, call.allowsPrivate)) throw new Error('This push service may not be asked.')
  const request = call.endpoint.startsWith('https:') ? requestSecure : requestPlain
  return await new Promise((resolve, reject) => {
    const outgoing = request(
      call.endpoint,
      {
        method: 'POST',
        headers: { ...call.headers, 'content-length': String(call.body.length) },
        signal: AbortSignal.timeout(timeoutMs),
        ...(call.allowsPrivate ? {} : { lookup: lookUpPublic }),
      },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(call.body)
  })
}
