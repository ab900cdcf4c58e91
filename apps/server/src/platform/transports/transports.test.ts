import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { TransferLocation, TransferSecrets } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasS3Server } from '../../test/s3-server.ts'
import { openSharedS3Server, type SharedS3Server } from '../../test/shared-s3-server.ts'
import { hasSshd, openSftpServer, type SftpServer } from '../../test/sshd.ts'
import { openWebPeer, type WebPeer } from '../../test/web-peer.ts'
import { openReader, openTransport } from './open-transport.ts'
import type { Transport, TransportReader } from './transport.ts'

const root = mkdtempSync(join(tmpdir(), 'pontic-transports-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const policy = { allowsPrivate: true, folderRoot: root }
const noSecrets: TransferSecrets = { password: null, privateKey: null, passphrase: null }
const locationOf = (given: Pick<TransferLocation, 'kind'> & Partial<TransferLocation>): TransferLocation => ({
  address: '',
  folder: '',
  bucket: null,
  region: null,
  userName: null,
  hostFingerprint: null,
  ...given,
})

let sftp: SftpServer | undefined
let s3: SharedS3Server | undefined
let web: WebPeer | undefined
beforeAll(async () => {
  ;[sftp, s3, web] = await Promise.all([
    hasSshd ? openSftpServer() : undefined,
    hasS3Server ? openSharedS3Server() : undefined,
    openWebPeer(serveFolder),
  ])
})
afterAll(async () => {
  for (const peer of [sftp, web]) await peer?.close()
})

/** Serves the folder `web` like nginx with `autoindex_format json`. */
function serveFolder(...[request, answer]: Parameters<Parameters<typeof openWebPeer>[0]>): void {
  const path = join(root, 'web', decodeURIComponent(request.url ?? '/'))
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isDirectory() !== request.url?.endsWith('/')) {
    answer.writeHead(404).end()
    return
  }
  if (found.isFile()) {
    answer.end(readFileSync(path))
    return
  }
  const lines = readdirSync(path, { withFileTypes: true }).map((entry) => {
    const { size, mtime } = statSync(join(path, entry.name))
    const type = entry.isFile() ? 'file' : 'directory'
    return { name: entry.name, type, mtime: mtime.toUTCString(), ...(entry.isFile() ? { size } : {}) }
  })
  answer.end(JSON.stringify(lines))
}

type Adapter = {
  isAvailable: boolean
  open: () => Promise<{ transport: Transport; reader: TransportReader }>
}

const openBoth = async (location: TransferLocation, secrets: TransferSecrets) => ({
  transport: await openTransport(location, secrets, policy),
  reader: await openReader(location, secrets, policy),
})

/** Each adapter opens an empty folder twice: the reader reads what the transport writes. */
const adapters: Record<string, Adapter> = {
  folder: {
    isAvailable: true,
    open: () =>
      openBoth(locationOf({ kind: 'folder', folder: `f-${randomBytes(4).toString('hex')}/in` }), noSecrets),
  },
  sftp: {
    isAvailable: hasSshd,
    open: () => {
      const folder = `s-${randomBytes(4).toString('hex')}`
      mkdirSync(join(sftp!.folder, folder))
      return openBoth(sftpLocation({ folder }), { ...noSecrets, privateKey: sftp!.privateKey })
    },
  },
  s3: {
    isAvailable: hasS3Server,
    open: async () => {
      const { address, accessKeyId, secretAccessKey, createBucket } = s3!
      const bucket = await createBucket()
      const location = locationOf({
        kind: 's3',
        address,
        bucket,
        region: 'default',
        folder: 'a/b',
        userName: accessKeyId,
      })
      return await openBoth(location, { ...noSecrets, password: secretAccessKey })
    },
  },
  https: {
    isAvailable: true,
    open: async () => {
      const folder = `w-${randomBytes(4).toString('hex')}`
      const transport = await openTransport(
        locationOf({ kind: 'folder', folder: `web/${folder}` }),
        noSecrets,
        policy,
      )
      const reader = await openReader(
        locationOf({ kind: 'https', address: `${web!.address}/${folder}` }),
        noSecrets,
        policy,
      )
      return { transport, reader }
    },
  },
}

const sftpLocation = (change: Partial<TransferLocation> = {}) =>
  locationOf({
    kind: 'sftp',
    address: `sftp://127.0.0.1:${sftp!.port}`,
    userName: sftp!.userName,
    hostFingerprint: sftp!.fingerprint,
    ...change,
  })

const write = (transport: Transport, path: string, bytes: Buffer | string) =>
  transport.write(path, Readable.from([Buffer.from(bytes)]), Buffer.byteLength(bytes))
const read = async (reader: TransportReader, path: string, bytesMax = 1_000_000) =>
  await buffer(await reader.read(path, bytesMax))
const pathsIn = async (reader: TransportReader, folder?: string) =>
  (await reader.list(folder)).map(({ path }) => path)

for (const [name, { isAvailable, open }] of Object.entries(adapters)) {
  describe.skipIf(!isAvailable)(`transport by ${name}`, () => {
    let transport: Transport
    let reader: TransportReader
    beforeAll(async () => {
      ;({ transport, reader } = await open())
    })
    afterAll(async () => {
      await transport.close()
      await reader.close()
    })

    test('a written file is listed and read, whatever its name and size', async () => {
      const large = randomBytes(700_000)
      await write(transport, 'case 1/Ärzte 张伟 + #1.stl', large)
      await write(transport, 'case 1/empty.txt', '')
      await write(transport, 'top.json', '{}')
      const files = await reader.list()
      expect(files.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
        ['case 1/empty.txt', 0],
        ['case 1/Ärzte 张伟 + #1.stl', 700_000],
        ['top.json', 2],
      ])
      for (const { changedAt } of files) expect(changedAt).toMatch(/^20\d\d-/)
      expect(await pathsIn(reader, 'case 1')).toHaveLength(2)
      expect((await read(reader, 'case 1/Ärzte 张伟 + #1.stl')).equals(large)).toBe(true)
      expect(await read(reader, 'case 1/empty.txt')).toHaveLength(0)
    })

    test('a file can be overwritten, moved and removed', async () => {
      await write(transport, 'again/a.txt', 'first')
      await write(transport, 'again/a.txt', 'second')
      await write(transport, 'again/b.txt', 'other')
      expect((await read(reader, 'again/a.txt')).toString()).toBe('second')
      await transport.move('again/a.txt', 'again/done/b.txt')
      await transport.move('again/b.txt', 'again/done/b.txt')
      expect(await pathsIn(reader, 'again')).toEqual(['again/done/b.txt'])
      expect((await read(reader, 'again/done/b.txt')).toString()).toBe('other')
      await transport.remove('again/done/b.txt')
      await transport.remove('again/done/b.txt')
      await expect(read(reader, 'again/done/b.txt')).rejects.toMatchObject({ key: 'transport.not_found' })
      await expect(transport.move('again/none.txt', 'again/x.txt')).rejects.toMatchObject({
        key: 'transport.not_found',
      })
    })

    test('T50: a file that arrives incompletely is not stored, and hidden or unfinished names are not listed', async () => {
      const short = transport.write('part/short.stl', Readable.from([Buffer.from('half')]), 8)
      await expect(short).rejects.toMatchObject({
        key: expect.stringMatching(/^transport\.(broken_off|answer_refused)$/),
      })
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('half')
          throw new Error('the disk is gone')
        })(),
      )
      await expect(transport.write('part/broken.stl', broken, 8)).rejects.toThrow()
      for (const unfinished of ['part/.hidden', 'part/scan.stl.part', 'part/scan.tmp', 'part/.x/inside.stl'])
        await write(transport, unfinished, 'half')
      await write(transport, 'part/whole.stl', 'whole')
      expect(await pathsIn(reader, 'part')).toEqual(['part/whole.stl'])
    })

    test('T50: no path leads out of the folder', async () => {
      for (const path of ['../x', 'a/../../x', '..', 'a\\..\\x', 'a/\0', '', 'C:x', 'x'.repeat(1_001)]) {
        await expect(write(transport, path, 'x')).rejects.toMatchObject({ key: 'transport.path_invalid' })
        await expect(read(reader, path)).rejects.toMatchObject({ key: 'transport.path_invalid' })
        await expect(transport.remove(path)).rejects.toMatchObject({ key: 'transport.path_invalid' })
      }
      await expect(transport.move('a', '../a')).rejects.toMatchObject({ key: 'transport.path_invalid' })
    })

    test('a file beyond the size limit is refused, and a folder cannot be read as a file', async () => {
      await write(transport, 'cap/large.bin', randomBytes(300_000))
      await expect(read(reader, 'cap/large.bin', 200_000)).rejects.toMatchObject({
        key: 'transport.too_large',
      })
      expect(await read(reader, 'cap/large.bin', 300_000)).toHaveLength(300_000)
      await expect(read(reader, 'cap')).rejects.toMatchObject({ key: 'transport.not_found' })
    })
  })
}
