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
  // IPv4 embedded in IPv6 (Teredo, 6to4), and documentation networks. `BlockList` itself checks ::ffff addresses as IPv4.
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
]
const privateAddresses = new BlockList()
for (const range of privateRanges) privateAddresses.addSubnet(...range)

// All publicly routed IPv6 is in this network; loopback, link-local, unique local and multicast are not.
const publicIPv6 = new BlockList()
publicIPv6.addSubnet('2000::', 3, 'ipv6')
const mappedIPv4 = new BlockList()
mappedIPv4.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Whether an address is loopback, private, multicast or reserved. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) !== 6) return privateAddresses.check(address, 'ipv4')
  const isElsewhere = !publicIPv6.check(address, 'ipv6') && !mappedIPv4.check(address, 'ipv6')
  return isElsewhere || privateAddresses.check(address, 'ipv6')
}

/** Protocol of a connection. Each has its own allowed ports. */
export type Protocol = 'web' | 'ssh'

const portsBelow1024: Readonly<Record<Protocol, readonly number[]>> = { web: [80, 443], ssh: [22] }
// Ports of databases, caches, queues, directories and display servers, which a crafted HTTP request could attack.
const portsRefused = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5433, 5672, 5900, 5984, 6000, 6379, 6432, 9042,
  9092, 9200, 9300, 10250, 11211, 27017,
])

/** Whether a protocol may connect to a port. Port 22 is allowed for SFTP only, and 5432 never. */
export const isPortAllowed = (port: number, protocol: Protocol): boolean =>
  port >= 1024 ? port <= 65_535 && !portsRefused.has(port) : portsBelow1024[protocol].includes(port)

const localName = /(^|\.)(localhost|local|internal|localdomain)\.?$/i

/**
 * Whether the text of a web address is allowed: https on an allowed port, without credentials, and with neither a local host
 * name nor a private IP address. Other host names are not resolved. `resolveTarget` checks the addresses to which they resolve.
 * @param allowsPrivate whether plain http, local host names and private IP addresses are allowed, too
 */
export function isWebAddressAllowed(address: string, allowsPrivate: boolean): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:')) return false
  if (!isPortAllowed(portOf(url), 'web')) return false
  const host = hostOf(url)
  return allowsPrivate || (isIP(host) === 0 ? !localName.test(host) : !isPrivateAddress(host))
}

/** Returns the host of a URL, an IPv6 address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Returns the port of a web URL, or the default port of its scheme. */
export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'http:' ? 80 : 443)

/** The end point of a connection: its host name, and the checked address to which the name resolves. */
export type Target = { host: string; port: number; address: string; family: 4 | 6; allowsPrivate: boolean }

/**
 * Resolves a host name once and checks every address. The connection uses the returned address, because a second look-up could
 * return another one (threat T48).
 * @throws transport.address_refused if the port or any address is not allowed
 * @throws transport.unreachable if the name does not resolve
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

/**
 * Creates a `lookup` function for Node's sockets, which returns the checked address of the target and refuses any other name.
 */
export function lookupOf(target: Target): LookupFunction {
  return (name, options, done) => {
    if (name !== target.host) return done(new Refusal('transport.address_refused'), [])
    const { address, family } = target
    if (options.all) done(null, [{ address, family }])
    else done(null, address, family)
  }
}

/** Closes a connection before a byte is sent if its remote address is not allowed. */
export function guardSocket(socket: Socket, { allowsPrivate }: Pick<Target, 'allowsPrivate'>): void {
  const checkAddress = () => {
    if (!allowsPrivate && isPrivateAddress(socket.remoteAddress ?? '0.0.0.0'))
      socket.destroy(new Refusal('transport.address_refused'))
  }
  if (socket.connecting) socket.once('connect', checkAddress)
  else checkAddress()
}
