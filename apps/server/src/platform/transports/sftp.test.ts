import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasSshd, openSftpServer, type SftpServer } from '../../test/sshd.ts'
import { openFolder } from './folder.ts'
import { fingerprintOf, openSftp, type SftpLocation } from './sftp.ts'

const locationOf = (port: number, change: Partial<SftpLocation>): SftpLocation => ({
  host: '127.0.0.1',
  port,
  folder: '',
  userName: 'lab',
  hostFingerprint: `SHA256:${'A'.repeat(43)}`,
  password: null,
  privateKey: null,
  passphrase: null,
  allowsPrivate: true,
  ...change,
})

describe.skipIf(!hasSshd)('SFTP with OpenSSH', () => {
  let server: SftpServer
  beforeAll(async () => {
    server = await openSftpServer()
  })
  afterAll(() => server.close())
  const onServer = (change: Partial<SftpLocation> = {}) =>
    locationOf(server.port, {
      userName: server.userName,
      privateKey: server.privateKey,
      hostFingerprint: server.fingerprint,
      ...change,
    })

  test('T50: a server with another host key is refused before the user name is sent, and its key is reported', async () => {
    const { hostFingerprint } = locationOf(0, {})
    await expect(openSftp(onServer({ hostFingerprint, userName: 'nobody-else' }))).rejects.toMatchObject({
      key: 'transport.host_key_wrong',
      params: { fingerprint: server.fingerprint },
    })
    expect(server.log()).not.toContain('nobody-else')
  })

  test('a wrong password is refused, and an unreadable private key is reported as such', async () => {
    await expect(openSftp(onServer({ privateKey: null, password: 'wrong' }))).rejects.toMatchObject({
      key: 'transport.login_refused',
    })
    await expect(openSftp(onServer({ privateKey: 'no key' }))).rejects.toMatchObject({
      key: 'transport.private_key_unreadable',
    })
  })

  test('T50: symbolic links on the server are not followed out of the folder', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'pontic-outside-'))
    writeFileSync(join(outside, 'secret.txt'), 'secret')
    mkdirSync(join(server.folder, 'in'))
    symlinkSync(outside, join(server.folder, 'in/link'))
    symlinkSync(join(outside, 'secret.txt'), join(server.folder, 'in/file.txt'))
    const transport = await openSftp(onServer({ folder: 'in' }))
    expect(await transport.list()).toEqual([])
    await expect(transport.read('file.txt', 100)).rejects.toMatchObject({ key: 'transport.not_found' })
    const written = transport.write('link/x.txt', Readable.from([Buffer.from('x')]), 1)
    await expect(written).rejects.toMatchObject({ key: 'transport.path_invalid' })
    expect(readdirSync(outside)).toEqual(['secret.txt'])
    await transport.close()
    rmSync(outside, { recursive: true })
  })

  test('a missing folder and a closed connection are reported as such', async () => {
    const transport = await openSftp(onServer({ folder: 'none' }))
    await expect(transport.list()).rejects.toMatchObject({ key: 'transport.not_found' })
    await transport.close()
    await expect(transport.list()).rejects.toMatchObject({ key: 'transport.broken_off' })
  })

  test('a move that fails does not change an existing file at the target', async () => {
    mkdirSync(join(server.folder, 'folder'))
    writeFileSync(join(server.folder, 'case.txt'), 'content')
    const transport = await openSftp(onServer())
    await expect(transport.move('folder', 'case.txt')).rejects.toThrow()
    await transport.close()
    expect(readFileSync(join(server.folder, 'case.txt'), 'utf8')).toBe('content')
  })
})

/** Opens an SFTP server that accepts the password `right`. `serve` answers its requests. */
async function openOwnServer(serve: (sftp: SFTPWrapper) => void) {
  const { private: hostKey } = ssh2.utils.generateKeyPairSync('ed25519')
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    client.on('error', () => undefined)
    client.on('authentication', (login) => {
      if (login.method === 'password' && login.password === 'right') login.accept()
      else login.reject(['password'])
    })
    client.on('session', (accept) => accept().on('sftp', (acceptSftp) => serve(acceptSftp())))
  })
  const parsed = ssh2.utils.parseKey(hostKey)
  if (parsed instanceof Error) throw parsed
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const hostFingerprint = fingerprintOf(parsed.getPublicSSH())
  return {
    open: (password: string) => openSftp(locationOf(port, { hostFingerprint, password })),
    close: () => server.close(),
  }
}

const attrs = { mode: 0o100644, uid: 0, gid: 0, size: 5, atime: 0, mtime: 0 }

/** Lists these names in the first READDIR and then reports the end of the folder. */
const listNames = (names: readonly string[]) => (sftp: SFTPWrapper) => {
  let isRead = false
  sftp.on('OPENDIR', (id) => sftp.handle(id, Buffer.from('all')))
  sftp.on('CLOSE', (id) => sftp.status(id, 0))
  sftp.on('READDIR', (id) => {
    if (isRead) return sftp.status(id, 1)
    isRead = true
    sftp.name(
      id,
      names.map((filename) => ({ filename, longname: filename, attrs })),
    )
  })
}

test('T50: a listing omits file names that contain a path, hidden files and unfinished files', async () => {
  const names = [
    '../../etc/passwd',
    '/etc/passwd',
    '..',
    'a/b',
    'a\\b',
    'a\0b',
    'C:x',
    'good.stl',
    '.ssh',
    'half.part',
  ]
  const server = await openOwnServer(listNames(names))
  await expect(server.open('wrong')).rejects.toMatchObject({ key: 'transport.login_refused' })
  const transport = await server.open('right')
  expect((await transport.list()).map(({ path }) => path)).toEqual(['good.stl'])
  await transport.close()
  server.close()
})

test('a server without the rename extension keeps the existing file if a move fails', async () => {
  const names = new Set(['new.txt', 'case.txt'])
  let isRefusing = true
  const server = await openOwnServer((sftp) => {
    sftp.on('LSTAT', (id, path) => (names.has(path) ? sftp.attrs(id, attrs) : sftp.status(id, 2)))
    sftp.on('REMOVE', (id, path) => sftp.status(id, names.delete(path) ? 0 : 2))
    sftp.on('RENAME', (id, from, to) => {
      if (names.has(to) || (isRefusing && from === 'new.txt')) return sftp.status(id, 4)
      names.delete(from)
      names.add(to)
      sftp.status(id, 0)
    })
  })
  const transport = await server.open('right')
  await expect(transport.move('new.txt', 'case.txt')).rejects.toThrow()
  expect([...names].sort()).toEqual(['case.txt', 'new.txt'])
  isRefusing = false
  await transport.move('new.txt', 'case.txt')
  expect([...names]).toEqual(['case.txt'])
  await transport.close()
  server.close()
})

test('a connection that a server of another protocol closes is reported as failed or broken off', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const key = expect.stringMatching(/^transport\.(failed|broken_off)$/)
  await expect(openSftp(locationOf(port, { password: 'word' }))).rejects.toMatchObject({ key })
  server.close()
})

test('T50: symbolic links do not lead out of a local folder, and without a configured root no folder can be opened', async () => {
  const root = mkdtempSync(join(tmpdir(), 'pontic-folder-'))
  const outside = mkdtempSync(join(tmpdir(), 'pontic-outside-'))
  writeFileSync(join(outside, 'secret.txt'), 'secret')
  symlinkSync(outside, join(root, 'link'))
  symlinkSync(join(outside, 'secret.txt'), join(root, 'file.txt'))
  symlinkSync(join(outside, 'made.txt'), join(root, 'nowhere.txt'))
  const folder = await openFolder({ folder: '', folderRoot: root })
  expect(await folder.list()).toEqual([])
  const refusal = { key: 'transport.path_invalid' }
  const write = (path: string) => folder.write(path, Readable.from([Buffer.from('x')]), 1)
  await expect(folder.read('file.txt', 100)).rejects.toMatchObject(refusal)
  await expect(write('link/x.txt')).rejects.toMatchObject(refusal)
  await expect(write('nowhere.txt')).rejects.toMatchObject(refusal)
  const linked = await openFolder({ folder: 'link', folderRoot: root })
  await expect(linked.list()).rejects.toMatchObject(refusal)
  await expect(openFolder({ folder: '', folderRoot: undefined })).rejects.toMatchObject({
    key: 'transport.no_folder_root',
  })
  expect(readdirSync(outside)).toEqual(['secret.txt'])
  for (const path of [root, outside]) rmSync(path, { recursive: true })
})
