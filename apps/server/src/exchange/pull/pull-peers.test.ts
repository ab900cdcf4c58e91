import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { NewPullSetting, PullItem } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { hasS3Server } from '../../test/s3-server.ts'
import { exocadSample, threeshapeSample } from '../../test/sample-documents.ts'
import { openSharedS3Server, type SharedS3Server } from '../../test/shared-s3-server.ts'
import { hasSshd, openSftpServer, type SftpServer } from '../../test/sshd.ts'
import { openWebPeer } from '../../test/web-peer.ts'
import { writeZip } from '../../test/zip-bombs.ts'

const orders = join(import.meta.dirname, '../../../../../demo/orders')
const scan = readFileSync(
  join(import.meta.dirname, '../../../../../demo/scans/retention-rig-top-attachment.stl'),
)
const rayteams = readFileSync(join(orders, 'rayteams-prosthesis-case-b.json'))

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp({ PONTIC_ALLOW_PRIVATE_ADDRESSES: 'yes' })
  people = await createPeople(app)
})
afterAll(() => app.close())

async function createSetting(change: Partial<NewPullSetting>): Promise<string> {
  const body = { name: `Setting ${Math.random()}`, clinicId: people.alice.organizationId, ...change }
  const { body: answer } = await as(app, people.root).call('pullSettings.create', { body })
  expect(answer).toMatchObject({ code: 0 })
  return answer.data.id
}

async function poll(id: string): Promise<void> {
  await as(app, people.root).call('pullSettings.run', { body: { id } })
  await app.runJobs()
}

async function pull(id: string): Promise<PullItem[]> {
  await poll(id)
  app.clock.advance({ minutes: 3 })
  await poll(id)
  const { body } = await as(app, people.root).call('pullSettings.listItems', { body: { settingId: id } })
  return body.data.list
}

async function lastFailure(id: string): Promise<string | null> {
  const { body } = await as(app, people.root).call('pullSettings.listRuns', { params: { id }, body: {} })
  return body.data.list[0]?.failure ?? null
}

async function readFiles(item: PullItem | undefined) {
  const { body } = await as(app, people.alice).call('orders.get', { params: { id: item?.orderId ?? '' } })
  return body.data.files.map(({ name, role, sha256 }) => [name, role, sha256])
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(!hasSshd)('A pull from an SFTP server', () => {
  let server: SftpServer
  beforeAll(async () => {
    server = await openSftpServer()
  })
  afterAll(() => server.close())

  const setting = (change: Partial<NewPullSetting> = {}) =>
    createSetting({
      kind: 'sftp',
      address: `sftp://127.0.0.1:${server.port}`,
      userName: server.userName,
      hostFingerprint: server.fingerprint,
      privateKey: server.privateKey,
      ...change,
    })

  test('an exocad project is imported with its scans and their roles', async () => {
    mkdirSync(join(server.folder, 'C17'))
    writeFileSync(join(server.folder, 'C17/C17.dentalProject'), exocadSample)
    for (const name of ['upperjaw', 'lowerjaw', 'upperjaw-marker'])
      writeFileSync(join(server.folder, `C17/C17-${name}.stl`), scan)
    const [item, ...others] = await pull(await setting())
    expect(others).toEqual([])
    expect(item).toMatchObject({ state: 'taken', system: 'exocad' })
    expect(await readFiles(item)).toEqual([
      ['C17.dentalProject', 'document', hashOf(exocadSample)],
      ['C17-lowerjaw.stl', 'lower', hashOf(scan)],
      ['C17-upperjaw-marker.stl', 'scanBody', hashOf(scan)],
      ['C17-upperjaw.stl', 'upper', hashOf(scan)],
    ])
    rmSync(join(server.folder, 'C17'), { recursive: true })
  })

  test('T50: nothing is imported from a server whose host key is not that of the setting', async () => {
    const id = await setting({ hostFingerprint: `SHA256:${'A'.repeat(43)}` })
    expect(await pull(id)).toEqual([])
    expect(await lastFailure(id)).toBe('transport.host_key_wrong')
  })

  test('T50: partial files and links that leave the folder are ignored', async () => {
    mkdirSync(join(server.folder, 'half'))
    writeFileSync(join(server.folder, 'half/case.json.part'), rayteams)
    writeFileSync(join(server.folder, 'half/.case.json'), rayteams)
    symlinkSync('/etc', join(server.folder, 'half/etc'))
    symlinkSync('/etc/passwd', join(server.folder, 'half/upper.stl'))
    const id = await setting({ folder: 'half' })
    expect(await pull(id)).toEqual([])
    cpSync(join(server.folder, 'half/case.json.part'), join(server.folder, 'half/case.json'))
    expect(await pull(id)).toMatchObject([{ path: 'case.json', state: 'taken' }])
  })
})

describe.skipIf(!hasS3Server)('A pull from an S3 bucket', () => {
  let server: SharedS3Server
  beforeAll(async () => {
    server = await openSharedS3Server()
  })

  test('a zipped 3Shape order becomes a case, and a zip bomb is refused', async () => {
    const bucket = await server.createBucket()
    const { accessKeyId, secretAccessKey, address } = server
    const client = new S3Client({
      endpoint: address,
      region: 'default',
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
    })
    const put = (Key: string, Body: Buffer) =>
      client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }))
    const order = writeZip([
      { name: 'MOR-77/MOR-77.xml', content: threeshapeSample },
      { name: 'MOR-77/Materials.xml', content: Buffer.from('<Materials/>') },
      { name: 'MOR-77/Scans/Upper/PreparationScan.stl', content: scan },
      { name: 'MOR-77/Scans/Lower/AntagonistScan.stl', content: scan },
    ])
    await put('inbox/MOR-77.3oxz', order)
    await put('inbox/bomb.zip', writeZip([{ name: 'a.stl', content: Buffer.alloc(8 * 1024 * 1024) }]))
    client.destroy()
    const id = await createSetting({
      kind: 's3',
      address,
      region: 'default',
      bucket,
      folder: 'inbox',
      userName: accessKeyId,
      password: secretAccessKey,
    })
    const items = await pull(id)
    const bomb = items.find(({ path }) => path === 'bomb.zip')
    expect(bomb).toMatchObject({ state: 'refused', reason: 'archive_ratio', detail: 'a.stl' })
    const item = items.find(({ path }) => path === 'MOR-77.3oxz')
    expect(item).toMatchObject({ state: 'taken', system: '3shape' })
    expect((await readFiles(item)).map(([name, role]) => [name, role])).toEqual([
      ['MOR-77.xml', 'document'],
      ['Materials.xml', 'document'],
      ['PreparationScan.stl', 'preparation'],
      ['AntagonistScan.stl', 'antagonist'],
    ])
  })
})

test('a case is imported from the folder listing of a web server that requires a password', async () => {
  const listing = [
    { name: 'case.json', type: 'file', size: rayteams.length, mtime: 'Mon, 02 Mar 2026 10:15:30 GMT' },
  ]
  const peer = await openWebPeer((request, response) => {
    if (request.headers.authorization !== `Basic ${Buffer.from('pontic:secret').toString('base64')}`)
      return void response.writeHead(401).end()
    if (request.url === '/out/') return void response.end(JSON.stringify(listing))
    return void response.end(request.url === '/out/case.json' ? rayteams : undefined)
  })
  const id = await createSetting({
    kind: 'https',
    address: `${peer.address}/out`,
    userName: 'pontic',
    password: 'secret',
  })
  expect(await pull(id)).toMatchObject([{ path: 'case.json', state: 'taken', system: 'rayteams' }])
  await as(app, people.root).call('pullSettings.update', { body: { id, password: 'wrong' } })
  await poll(id)
  expect(await lastFailure(id)).toBe('transport.login_refused')
  await peer.close()
})

test('T48: a pull from a private address is refused if the installation does not allow private addresses', async () => {
  const strict = await startTestApp()
  const others = await createPeople(strict)
  const peer = createServer(() => {
    throw new Error('It should not be asked.')
  })
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
  const { port } = peer.address() as { port: number }
  const made = await as(strict, others.root).call('pullSettings.create', {
    body: {
      name: 'Inside',
      clinicId: others.alice.organizationId,
      kind: 'https',
      address: `https://127.0.0.1:${port}`,
    },
  })
  await as(strict, others.root).call('pullSettings.run', { body: { id: made.body.data.id } })
  await strict.runJobs()
  const { body } = await as(strict, others.root).call('pullSettings.listRuns', {
    params: { id: made.body.data.id },
    body: {},
  })
  expect(body.data.list[0]?.failure).toBe('transport.address_refused')
  peer.close()
  await strict.close()
})
