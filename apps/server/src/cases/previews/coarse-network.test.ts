import { describe, expect, it } from 'vitest'
import { coarseNetwork } from './coarse-network.ts'

describe('The network of an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1234:5678:9abc:def0:1:2', '2001:db8:1234::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['somewhere', ''],
  ])('the network of %s is %s', (address, network) => {
    expect(coarseNetwork(address)).toBe(network)
  })
})
