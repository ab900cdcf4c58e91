import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network of an IP address: /24 for IPv4 and IPv4-mapped IPv6, /48 for IPv6. These networks are too large
 * to identify a household.
 * @returns an empty string if the address is malformed
 */
export function coarseNetwork(address: string): string {
  const plain = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address.split('%')[0]!
  if (isIPv4(plain)) return plain.replace(/\d+$/, '0/24')
  if (!isIPv6(plain)) return ''
  const [head = '', tail] = plain.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array<string>(Math.max(zeros, 0)).fill('0'), ...groups(tail)]
  const network = all.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/48`
}
