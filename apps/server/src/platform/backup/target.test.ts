import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isLong } from '../../test/kill-nodes.ts'
import { hasS3Server, openS3Server } from '../../test/s3-server.ts'
import { hasSshd, openSftpServer } from '../../test/sshd.ts'
import { chunksOf, joinChunks } from '../streams.ts'
import { type BackupTarget, MissingObject, openTarget } from './target.ts'

const home = mkdtempSync(join(tmpdir(), 'pontic-target-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const base = {
  recipients: [],
  keyFile: undefined,
  localKeyFile: undefined,
  user: '',
  password: '',
  sshKeyFile: undefined,
  hostKey: '',
  region: 'default',
  databaseUrl: '',
  everyMs: 1,
  archiveMs: 1,
  keepMs: 1,
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += 700_000) yield bytes.subarray(from, from + 700_000)
}

async function expectConforming(target: BackupTarget): Promise<void> {
  const read = async (path: string) => joinChunks(chunksOf(await target.read(path)))
  expect(await target.list('files')).toEqual([])
  // The second one has several parts in S3.
  for (const size of [1, 17_000_001]) {
    const bytes = randomBytes(size)
    await target.write(`files/ab/${size}.age`, inChunks(bytes), size)
    expect(bytes.equals(await read(`files/ab/${size}.age`))).toBe(true)
  }
  const longer = randomBytes(3)
  await target.write('files/ab/1.age', inChunks(longer), 3)
  expect(await read('files/ab/1.age')).toEqual(longer)
  const listed = await target.list('files')
  expect(listed.map(({ path }) => path).sort()).toEqual(['files/ab/1.age', 'files/ab/17000001.age'])
  for (const { changedAt } of listed) expect(Math.abs(changedAt.getTime() - Date.now())).toBeLessThan(600_000)
  await expect(read('files/ab/none.age')).rejects.toThrow(MissingObject)
  async function* broken(): AsyncGenerator<Buffer> {
    yield randomBytes(10)
    throw new Error('The source broke.')
  }
  await expect(target.write('files/ab/broken.age', broken(), 20)).rejects.toThrow()
  expect(await target.list('files')).toHaveLength(2)
  await target.remove('files/ab/1.age')
  await target.remove('files/ab/1.age')
  expect(await target.list('files')).toHaveLength(1)
  await target.close()
}

test('a folder stores, lists and removes objects', async () => {
  await expectConforming(await openTarget({ ...base, target: join(home, 'folder') }))
})

test.skipIf(!hasSshd)('an SFTP server stores, lists and removes objects', async () => {
  const server = await openSftpServer()
  const sshKeyFile = join(home, 'ssh-key')
  writeFileSync(sshKeyFile, server.privateKey, { mode: 0o600 })
  const { port, userName: user, fingerprint: hostKey } = server
  const config = { ...base, target: `sftp://127.0.0.1:${port}/`, user, hostKey, sshKeyFile }
  await expectConforming(await openTarget(config))
  await expect(openTarget({ ...config, hostKey: 'SHA256:other' })).rejects.toThrow()
  await server.close()
})

// Its server takes twenty seconds to start.
if (isLong) {
  test.skipIf(!hasS3Server)('a bucket stores, lists and removes objects', { timeout: 180_000 }, async () => {
    const server = await openS3Server()
    const bucket = await server.createBucket()
    const { accessKeyId: user, secretAccessKey: password } = server
    const target = `s3+${server.address}/${bucket}/backups/pontic`
    await expectConforming(await openTarget({ ...base, target, user, password }))
    await server.close()
  })
}
