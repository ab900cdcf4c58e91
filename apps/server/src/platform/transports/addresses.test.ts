import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import type { TransferLocation } from '@pontic/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWebPeer, type WebPeer } from '../../test/web-peer.ts'
import {
  guardSocket,
  isPortAllowed,
  isPrivateAddress,
  isWebAddressAllowed,
  lookupOf,
  resolveTarget,
} from './addresses.ts'
import { callHttp } from './http-call.ts'
import { openReader, openTransport } from './open-transport.ts'

let peer: WebPeer
beforeAll(async () => {
  peer = await openWebPeer((_, answer) => answer.end('inside'))
})
afterAll(() => peer.close())

test('T48: loopback, private, reserved and multicast addresses are private in every notation', () => {
  const inside = [
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001:0:53aa::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ]
  expect(inside.filter((address) => !isPrivateAddress(address))).toEqual([])
  const outside = ['8.8.8.8', '172.32.0.1', '192.167.1.1', '2001:4860:4860::8888', '::ffff:8.8.8.8']
  expect(outside.filter(isPrivateAddress)).toEqual([])
})

test('T48: port 22 is allowed for SFTP only, and the ports of databases are never allowed', () => {
  expect([22, 443, 2222, 8443].map((port) => isPortAllowed(port, 'ssh'))).toEqual([true, false, true, true])
  expect([22, 80, 443, 8443].map((port) => isPortAllowed(port, 'web'))).toEqual([false, true, true, true])
  for (const port of [0, 25, 3306, 5432, 6379, 11211, 65_536])
    expect([isPortAllowed(port, 'ssh'), isPortAllowed(port, 'web')]).toEqual([false, false])
})

test('T48: a web address must be https, without credentials and not private, in every notation', () => {
  const refused = [
    'http://lab.example.com/x',
    'file:///etc/passwd',
    'ftp://lab.example.com/x',
    'javascript:alert(1)',
    'https://user:word@lab.example.com/x',
    'https://lab.example.com:22/x',
    'https://lab.example.com:5432/x',
    'https://localhost/x',
    'https://portal.localhost./x',
    'https://metadata.google.internal/x',
    'https://127.0.0.1/x',
    'https://0x7f.1/x',
    'https://0177.0.0.1/x',
    'https://2130706433/x',
    'https://127.1/x',
    'https://①②⑦.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:169.254.169.254]/x',
    'https://169.254.169.254/latest/meta-data',
    'not an address',
  ]
  expect(refused.filter((address) => isWebAddressAllowed(address, false))).toEqual([])
  for (const address of ['https://lab.example.com/x', 'https://lab.example.com:8443/x', 'https://8.8.8.8/'])
    expect(isWebAddressAllowed(address, false)).toBe(true)
  expect(isWebAddressAllowed(`${peer.address}/x`, true)).toBe(true)
  expect(isWebAddressAllowed('http://127.0.0.1:5432/x', true)).toBe(false)
})

test('T48: a name that resolves to this machine is refused after the look-up, without a connection', async () => {
  const port = Number(new URL(peer.address).port)
  for (const host of ['localhost', '127.0.0.1', '0x7f.1', '2130706433']) {
    const target = resolveTarget({ host, port }, 'web', false)
    await expect(target).rejects.toMatchObject({ key: 'transport.address_refused' })
  }
  const place: TransferLocation = {
    kind: 'sftp',
    address: `sftp://0x7f.1:${port}`,
    folder: '',
    bucket: 'cases',
    region: 'default',
    userName: 'lab',
    hostFingerprint: `SHA256:${'A'.repeat(43)}`,
  }
  const secrets = { password: 'word', privateKey: null, passphrase: null }
  const policy = { allowsPrivate: false, folderRoot: undefined }
  const refusal = { key: 'transport.address_refused' }
  await expect(openTransport(place, secrets, policy)).rejects.toMatchObject(refusal)
  await expect(
    openTransport({ ...place, kind: 's3', address: peer.address }, secrets, policy),
  ).rejects.toMatchObject(refusal)
  const reader = await openReader(
    { ...place, kind: 'https', address: `https://0x7f.1:${port}` },
    secrets,
    policy,
  )
  await expect(reader.list()).rejects.toMatchObject(refusal)
  const call = callHttp({ address: peer.address, method: 'POST', allowsPrivate: false })
  await expect(call).rejects.toMatchObject(refusal)
  expect(peer.connectionCount()).toBe(0)
})

test('T48: a connection goes to the address that was checked, whatever the host name resolves to a moment later', async () => {
  const target = {
    host: 'rebound.example.com',
    port: 443,
    address: '8.8.8.8',
    family: 4,
    allowsPrivate: false,
  } as const
  const lookUp = lookupOf(target)
  const answers: unknown[] = []
  for (let n = 0; n < 2; n++) lookUp('rebound.example.com', {}, (...answer) => answers.push(answer))
  lookUp('other.example.com', {}, (error) => answers.push(error))
  expect(answers).toEqual([
    [null, '8.8.8.8', 4],
    [null, '8.8.8.8', 4],
    expect.objectContaining({ key: 'transport.address_refused' }),
  ])
})

test('T48: a connection to this machine is closed before a byte is sent', async () => {
  const port = Number(new URL(peer.address).port)
  const socket = connect({ host: '127.0.0.1', port })
  guardSocket(socket, { allowsPrivate: false })
  const call = request({ createConnection: () => socket, host: 'lab.example.com' })
  const failed = once(call, 'error')
  call.end()
  expect((await failed)[0]).toMatchObject({ key: 'transport.address_refused' })
})

test('a call to a foreign server follows no redirect, and an unreachable or silent server is reported as such', async () => {
  const lead = await openWebPeer((_, answer) => answer.writeHead(307, { location: peer.address }).end())
  const before = peer.connectionCount()
  const answer = await callHttp({ address: lead.address, method: 'POST', allowsPrivate: true })
  answer.body.destroy()
  expect([answer.status, peer.connectionCount() - before]).toEqual([307, 0])
  await lead.close()
  await expect(callHttp({ address: lead.address, method: 'GET', allowsPrivate: true })).rejects.toMatchObject(
    {
      key: 'transport.unreachable',
    },
  )
  const silent = await openWebPeer(() => undefined)
  const late = callHttp({ address: silent.address, method: 'GET', allowsPrivate: true, timeoutMs: 50 })
  await expect(late).rejects.toMatchObject({ key: 'transport.timeout' })
  await silent.close()
})
