import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { recordErasure } from '../../platform/storage/erasure-record.ts'
import { emptySource, moveFiles } from '../../platform/storage/move.service.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { insertOrder } from '../insert-rows.ts'
import { isLong, killsOf, killTimeoutMs } from '../kill-nodes.ts'
import { type Installation, openInstallation } from '../nodes.ts'
import { addressOf, as, createPeople, type Person } from '../people.ts'
import { hasS3Server, s3Environment } from '../s3-server.ts'
import { openSharedS3Server, type SharedS3Server } from '../shared-s3-server.ts'
import { announceFile, hashOf, patchUpload, sendTus, uploadFile } from '../upload.ts'

const mainFile = fileURLToPath(new URL('../../main.ts', import.meta.url))
const rig = readFileSync(
  new URL('../../../../../demo/scans/retention-rig-top-attachment.stl', import.meta.url),
)
const mebibyte = 1024 * 1024

describe.skipIf(!hasS3Server)('S3 with several processes', () => {
  let s3: SharedS3Server
  beforeAll(async () => {
    s3 = await openSharedS3Server()
  })
  let close: () => Promise<void>
  afterEach(() => close?.())

  const download = async (url: string, person: Person, id: string, fileId: string) => {
    const response = await fetch(url + addressOf('files.download', { params: { id, fileId } }), {
      headers: { authorization: `Bearer ${person.token}` },
    })
    const hash = createHash('sha256')
    // The long run downloads two gigabytes.
    for await (const chunk of response.body!) hash.update(chunk)
    return hash.digest('hex')
  }

  const sizeBytes = isLong ? 2 * 1024 ** 3 - 1 : 40 * mebibyte + 17
  const kills = killsOf(2, 100)
  it(
    `an upload of ${Math.round(sizeBytes / mebibyte)} MiB goes on at another node after each kill, and no acknowledged byte is lost`,
    async () => {
      const installation: Installation = await openInstallation()
      close = installation.close
      const { alice } = await createPeople(installation)
      const settings = s3Environment(s3, await s3.createBucket())
      const nodes = [await installation.addNode(settings), await installation.addNode(settings)]
      await Promise.all(nodes.map((node) => node.start()))
      const order = await insertOrder(installation, { clinic: alice, status: 'scanned' })
      const bytes = randomBytes(sizeBytes)
      const { id } = await announceFile({ app: nodes[0]!, person: alice }, order.id, {
        ...{ name: 'lower.stl', sizeBytes },
      })
      const savedBytes = async () => {
        const { db } = installation.services.database
        const row = await db
          .selectFrom('order_file')
          .select('received_bytes')
          .where('id', '=', id)
          .executeTakeFirst()
        return row?.received_bytes ?? 0
      }
      let offset = 0
      for (let turn = 0; turn < kills; turn++) {
        const node = nodes[turn % 2]!
        // Sends all but the last bytes of this turn, so that the request is still running when the node is killed.
        const end = Math.floor((sizeBytes * (turn + 1)) / (kills + 1))
        const patch = openPatch(node.url, alice, id, offset, sizeBytes - offset)
        patch.write(bytes.subarray(offset, end))
        await expect.poll(savedBytes, { timeout: killTimeoutMs, interval: 5 }).toBeGreaterThan(offset)
        const acknowledged = await savedBytes()
        await node.kill()
        patch.destroy()
        const other = { app: nodes[(turn + 1) % 2]!, person: alice }
        const head = await sendTus(other, 'HEAD', `/restful/uploads/${id}`)
        offset = Number(head.headers['upload-offset'])
        expect(offset).toBeGreaterThanOrEqual(acknowledged)
        await node.start()
      }
      const sender = { app: nodes[kills % 2]!, person: alice }
      expect((await patchUpload(sender, id, offset, bytes.subarray(offset))).status).toBe(204)
      const sha256 = hashOf(bytes)
      const finished = await as(sender.app, alice).call('files.finish', { body: { fileId: id, sha256 } })
      expect(finished.body.data).toMatchObject({ state: 'verified', sha256 })
      expect(await download(nodes[0]!.url, alice, order.id, id)).toBe(sha256)
      if (isLong)
        console.log(
          `kill -9 of a node with S3, ${kills} times: an upload of ${sizeBytes} bytes went on at the other and ended with an equal SHA-256`,
        )
    },
    killTimeoutMs,
  )

  function openPatch(url: string, person: Person, id: string, offset: number, length: number) {
    const outgoing = request(`${url}/restful/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${person.token}`,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': offset,
        'content-length': length,
      },
    })
    outgoing.on('error', () => {})
    return outgoing
  }

  it('files move from disk to S3 and back while people upload, download and remove', async () => {
    const app = await startTestApp()
    close = app.close
    const { alice } = await createPeople(app)
    const order = await insertOrder(app, { clinic: alice, status: 'uploaded' })
    const insert = async (place: TestApp, bytes: Buffer) =>
      uploadFile(place, alice, order.id, { name: 'a.stl', bytes })
    const scan = await insert(app, rig)
    await app.runJobs()
    await app.runJobs()
    const files = [scan]
    for (let n = 0; n < 6; n++)
      files.push(await insert(app, randomBytes(n === 0 ? 9 * mebibyte : 50_000 + n)))
    const erasure = '018f0000-0000-7000-8000-000000000001'
    await recordErasure(app.services, { id: erasure, cases: [] })
    const half = randomBytes(300_000)
    const open = await announceFile({ app, person: alice }, order.id, {
      name: 'b.stl',
      sizeBytes: half.length,
    })
    await patchUpload({ app, person: alice }, open.id, 0, half.subarray(0, 100_000))

    const settings = s3Environment(s3, await s3.createBucket())
    const moving = await app.startSecondNode({ ...settings, PONTIC_STORAGE_ALSO_READS: 'disk' })
    const onlyS3 = await app.startSecondNode(settings)
    const expectAll = async (node: TestApp) => {
      for (const file of files) expect(await download(node.url, alice, order.id, file.id)).toBe(file.sha256)
      const level = addressOf('meshes.level', { params: { id: order.id, fileId: scan.id, level: '0' } })
      expect(
        (await fetch(node.url + level, { headers: { authorization: `Bearer ${alice.token}` } })).status,
      ).toBe(200)
    }
    await expectAll(moving)

    // Removes a file, adds one and continues an upload between the copies.
    const removed = files.pop()!
    const lines: string[] = []
    const move = moveFiles(moving.services, (line) => lines.push(line))
    files.push(await insert(moving, randomBytes(70_000)))
    expect((await as(moving, alice).call('files.remove', { params: { fileId: removed.id } })).status).toBe(
      200,
    )
    await moving.runJobs()
    const sender = { app: moving, person: alice }
    expect((await patchUpload(sender, open.id, 100_000, half.subarray(100_000))).status).toBe(204)
    await move
    expect(lines.at(-1)).toBe('all files are in the new place')
    const done = await as(moving, alice).call('files.finish', {
      body: { fileId: open.id, sha256: hashOf(half) },
    })
    expect(done.body.data.state).toBe('verified')
    files.push(done.body.data)
    expect(await onlyS3.services.storage.findFileSize(removed.sha256!)).toBeUndefined()
    expect(await onlyS3.services.storage.listRecords()).toEqual([erasure])
    await expectAll(onlyS3)

    const again: string[] = []
    await moveFiles(moving.services, (line) => again.push(line))
    expect(again[0]).toMatch(/^copied and compared 0 files/)

    // Another folder than that of the nodes has no files, so all of them are missing in an empty bucket.
    const empty = s3Environment(s3, await s3.createBucket())
    const wrongFolder = { PONTIC_DATA: mkdtempSync(join(app.dataFolder, 'other-')) }
    const output = await runCommand(
      app,
      { ...empty, PONTIC_STORAGE_ALSO_READS: 'disk', ...wrongFolder },
      'move',
    )
    expect(output).toContain(`missing: ${scan.sha256}`)
    expect(output).toContain(`${files.length} files are in neither place`)

    await emptySource(moving.services, () => {})
    expect(readdirSync(join(app.dataFolder, 'storage/files'), { recursive: true }).filter(isHash)).toEqual([])
    await expectAll(onlyS3)

    // Moves back with the command, which is killed once.
    const back = { ...settings, PONTIC_STORAGE: 'disk', PONTIC_STORAGE_ALSO_READS: 's3' }
    await runCommand(app, back, 'move', true)
    expect(await runCommand(app, back, 'move')).toContain('all files are in the new place')
    await expectAll(app)
    expect(await runCommand(app, back, 'empty')).toContain(`removed ${files.length} files`)
    expect(await moving.services.storage.findFileSize(scan.sha256!)).toBe(rig.length)
    expect(await onlyS3.services.storage.findFileSize(scan.sha256!)).toBeUndefined()
    await expectAll(app)
  })

  const isHash = (path: string | Buffer) => /[0-9a-f]{64}$/.test(String(path))

  /** Runs `main.ts storage …`. @returns its output */
  async function runCommand(
    app: TestApp,
    settings: Record<string, string>,
    action: string,
    isKilled = false,
  ) {
    const env = {
      ...{ PATH: process.env.PATH, PONTIC_MODE: 'demo', PONTIC_DATA: app.dataFolder },
      ...{ PONTIC_DATABASE_URL: app.databaseUrls.appUrl, ...settings },
    }
    const child = spawn(process.execPath, [mainFile, 'storage', action], { env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part))
    if (isKilled) {
      const files = join(app.dataFolder, 'storage/files')
      const gone = new Promise((resolve) => child.once('close', resolve))
      await expect
        .poll(() => readdirSync(files, { recursive: true }).filter(isHash).length)
        .toBeGreaterThan(0)
      child.kill('SIGKILL')
      await gone
      return output
    }
    await new Promise((resolve) => child.once('close', resolve))
    return output
  }
})
