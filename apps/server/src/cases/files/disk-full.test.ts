import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { announceFile, hashOf, patchUpload, sendTus } from '../../test/upload.ts'

const scan = readFileSync(new URL('../../../../../demo/scans/case0-upper-teeth.obj', import.meta.url))

/** Mounting a small file system requires root. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0

describe.skipIf(!canMount)(
  'A full disk (runs as root on Linux, because it mounts a small file system)',
  () => {
    let app: TestApp
    let people: People
    let folder: string
    beforeAll(async () => {
      app = await startTestApp()
      people = await createPeople(app)
      folder = join(app.dataFolder, 'storage')
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder])
      for (const name of ['uploads', 'quarantine', 'files']) mkdirSync(join(folder, name))
    })
    afterAll(async () => {
      execFileSync('umount', [folder])
      await app.close()
    })
    const resize = (size: string) => execFileSync('mount', ['-o', `remount,size=${size}`, folder])

    it('an upload gets 507, stores the bytes that fit, and resumes after them once the disk has room', async () => {
      const alice = { app, person: people.alice }
      const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
      const file = await announceFile(alice, order.id, { name: 'upper.obj', sizeBytes: scan.length })
      resize('1m')
      const full = await patchUpload(alice, file.id, 0, scan)
      expect([full.status, full.error]).toEqual([507, 'server.disk_full'])
      const head = await sendTus(alice, 'HEAD', `/restful/uploads/${file.id}`)
      const kept = Number(head.headers['upload-offset'])
      expect(kept).toBeGreaterThan(900_000)
      expect(kept).toBeLessThanOrEqual(1024 ** 2)
      expect((await patchUpload(alice, file.id, kept, scan.subarray(kept))).status).toBe(507)

      const refused = await as(app, people.alice).call('files.announce', {
        body: { id: order.id, files: [{ name: 'lower.obj', role: 'lower', sizeBytes: scan.length }] },
      })
      expect([refused.status, refused.body.error]).toEqual([507, 'server.disk_full'])

      resize('16m')
      const announceBytes = async (sizeBytes: number) =>
        (
          await as(app, people.alice).call('files.announce', {
            body: { id: order.id, files: [{ name: 'large.obj', role: 'lower', sizeBytes }] },
          })
        ).status
      // Half of this small disk is reserved.
      expect(await announceBytes(9 * 1024 ** 2)).toBe(507)
      expect(await announceBytes(1024 ** 2)).toBe(200)
      const offset = Number(
        (await sendTus(alice, 'HEAD', `/restful/uploads/${file.id}`)).headers['upload-offset'],
      )
      expect(offset).toBeGreaterThanOrEqual(kept)
      expect((await patchUpload(alice, file.id, offset, scan.subarray(offset))).status).toBe(204)
      const finished = await as(app, people.alice).call('files.finish', {
        body: { fileId: file.id, sha256: hashOf(scan) },
      })
      expect(finished.body.data).toMatchObject({ state: 'verified', sha256: hashOf(scan) })
    })
  },
)
