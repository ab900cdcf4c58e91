import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction, type Socket } from 'node:net'
import { fail, Refusal } from '../http/fail.ts'

const privateRanges: readonly (readonly [net: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  // IPv4 in the clothes of IPv6 (Teredo, 6to4), and nets for examples; that of ::ffff is judged by the list itself
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
]
const privateAddresses = new BlockList()
for (const range of privateRanges) privateAddresses.addSubnet(...range)

// All that is routed in the world today is below this one; loopback, link-local, unique local, multicast are not.
const publicIPv6 = new BlockList()
publicIPv6.addSubnet('2000::', 3, 'ipv6')
const mappedIPv4 = new BlockList()
mappedIPv4.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Whether an address is of this machine, of a private net, of many at once, or of nobody. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) !== 6) return privateAddresses.check(address, 'ipv4')
  const isElsewhere = !publicIPv6.check(address, 'ipv6') && !mappedIPv4.check(address, 'ipv6')
  return isElsewhere || privateAddresses.check(address, 'ipv6')
}

/** What is spoken with the other side: ports of one are no business of the other. */
export type Protocol = 'web' | 'ssh'

const portsBelow1024: Readonly<Record<Protocol, readonly number[]>> = { web: [80, 443], ssh: [22] }
// Databases, caches, queues, directories and screens, which answer in ways that a web client can be made to use.
const portsRefused = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5433, 5672, 5900, 5984, 6000, 6379, 6432, 9042,
  9092, 9200, 9300, 10250, 11211, 27017,
])

/** Whether a port may be asked with a protocol: 22 by SFTP alone, 5432 by nothing. */
export const isPortAllowed = (port: number, protocol: Protocol): boolean =>
  port >= 1024 ? port <= 65_535 && !portsRefused.has(port) : portsBelow1024[protocol].includes(port)

const localName = /(^|\.)(localhost|local|internal|localdomain)\.?$/i

/**
 * Whether an address on the web may be asked, as far as its text tells: https without credentials in it, and not where
 * the text already names this machine or a private net. What its name leads to is judged by `resolveTarget`.
 * @param allowsPrivate the installation has peers in its own net; they may speak plain http
 */
export function isWebAddressAllowed(address: string, allowsPrivate: boolean): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:')) return false
  if (!isPortAllowed(portOf(url), 'web')) return false
  const host = hostOf(url)
  return allowsPrivate || (isIP(host) === 0 ? !localName.test(host) : !isPrivateAddress(host))
}

/** Host of an address, an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Port of an address on the web, also where it is not named. */
export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'http:' ? 80 : 443)

/** Where a connection goes: the name that was given and the one checked address behind it. */
export type Target = { host: string; port: number; address: string; family: 4 | 6; allowsPrivate: boolean }

/**
 * Looks a host up, once, and checks every address behind it. The connection then goes to the address in the answer, so
 * that no second look-up can lead elsewhere (threat T48).
 * @throws transport.address_refused where port or any address is not to be asked
 * @throws transport.unreachable where the name leads nowhere
 */
export async function resolveTarget(
  { host, port }: { host: string; port: number },
  protocol: Protocol,
  allowsPrivate: boolean,
): Promise<Target> {
  if (!isPortAllowed(port, protocol)) fail('transport.address_refused')
  const found = await lookup(host, { all: true, verbatim: true }).catch(() => [])
  const [first] = found
  if (first === undefined) fail('transport.unreachable')
  if (!allowsPrivate && found.some(({ address }) => isPrivateAddress(address)))
    fail('transport.address_refused')
  const { address, family } = found.find((one) => one.family === 4) ?? first
  return { host, port, address, family: family === 6 ? 6 : 4, allowsPrivate }
}

/** The look-up of a connection whose address is settled: answers that one, and no other name. */
export function lookupOf(target: Target): LookupFunction {
  return (name, options, tell) => {
    if (name !== target.host) return tell(new Refusal('transport.address_refused'), [])
    const { address, family } = target
    if (options.all) tell(null, [{ address, family }])
    else tell(null, address, family)
  }
}

/** Cuts a connection that stands with another address than was checked, before a byte is sent. */
export function guardSocket(socket: Socket, { allowsPrivate }: Pick<Target, 'allowsPrivate'>): void {
  const judge = () => {
    if (!allowsPrivate && isPrivateAddress(socket.remoteAddress ?? '0.0.0.0'))
      socket.destroy(new Refusal('transport.address_refused'))
  }
  if (socket.connecting) socket.once('connect', judge)
  else judge()
}
