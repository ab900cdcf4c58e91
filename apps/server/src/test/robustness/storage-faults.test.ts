import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CutProxy, openCutProxy } from '../cut-proxy.ts'
import { dropPackets, haveIptables, mountSmall } from '../fault-means.ts'
import { endure, openStage, portOf, type Stage } from '../fault-stage.ts'
import { createPartners, isLong, killTimeoutMs, setUpTimeoutMs } from '../kill-nodes.ts'
import { openInstallation } from '../nodes.ts'
import { as } from '../people.ts'
import { hasS3Server, s3Environment } from '../s3-server.ts'
import { openSharedS3Server } from '../shared-s3-server.ts'
import { type OnSmallDisk, openOnSmallDisk } from '../small-database.ts'
import { openMailServer } from '../smtp.ts'
import { patchUpload } from '../upload.ts'

const slowDownBody =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your rate.</Message></Error>'
const slowDown = [
  'HTTP/1.1 503 Slow Down',
  'content-type: application/xml',
  `content-length: ${slowDownBody.length}`,
  'connection: close',
  '',
  slowDownBody,
].join('\r\n')

describe.skipIf(!hasS3Server)('Faults of S3', () => {
  let stage: Stage
  let proxy: CutProxy
  let close: () => Promise<void>
  beforeAll(async () => {
    const s3 = await openSharedS3Server()
    proxy = await openCutProxy(portOf(s3.address))
    const [installation, mailServer] = [await openInstallation(), await openMailServer()]
    close = async () => {
      await installation.close()
      await Promise.all([proxy.close(), mailServer.close()])
    }
    const people = await createPartners(installation)
    const node = await installation.addNode({
      ...s3Environment(s3, await s3.createBucket()),
      PONTIC_S3_ENDPOINT: proxy.address,
      PONTIC_SMTP_URL: mailServer.url,
      PONTIC_LOG_LEVEL: 'warn',
    })
    await node.start()
    stage = { installation, node, people, mailServer }
  }, setUpTimeoutMs)
  afterAll(() => close?.())

  let mendNetwork = () => {}
  const faults = [
    { name: 'S3 answers 503 SlowDown', begin: () => proxy.answer(slowDown) },
    { name: 'S3 resets connections', begin: () => proxy.cut() },
    { name: 'S3 accepts connections and never answers', begin: () => proxy.freeze() },
    {
      name: 'packets to S3 dropped',
      begin: () => {
        if (!haveIptables()) throw new Error('This test needs iptables.')
        mendNetwork = dropPackets(proxy.port)
      },
    },
    { name: 'S3 late by 2 s', begin: () => proxy.slow(1_000) },
    { name: 'S3 slow, 100 kB/s a connection', begin: () => proxy.slow(100, 100_000) },
  ]
  for (const { name, begin } of isLong ? faults : faults.slice(0, 1))
    test(
      name,
      () =>
        endure(stage, {
          ...{ name, begin, calls: 3, lastsMs: isLong ? 30_000 : 0, statuses: [] },
          end: () => {
            mendNetwork()
            mendNetwork = () => {}
            proxy.mend()
          },
          // Two whole parts of S3 for each third, so that its first request after the fault begins sends one.
          partBytes: 16 * 1024 * 1024,
          uploadStatuses: [503],
          downloadStatuses: [503],
        }),
      killTimeoutMs,
    )
})

// These need root on Linux, because they mount file systems.
if (isLong) {
  describe('Faults of the disk of PostgreSQL', () => {
    let installation: OnSmallDisk
    let stage: Awaited<ReturnType<typeof openStage>>
    beforeAll(async () => {
      installation = await openOnSmallDisk(400)
      stage = await openStage(installation)
    }, setUpTimeoutMs)
    afterAll(async () => {
      installation?.clear()
      await stage?.close()
    })

    /** Fills the disk, and lets PostgreSQL write this many files of its log. */
    const fillUp = async (logFiles: number) => {
      const pid = stage.node.pid()
      await endure(stage, {
        name: logFiles > 0 ? 'disk of PostgreSQL full, also for its log' : 'disk of PostgreSQL full',
        begin: () => installation.fill(logFiles),
        end: installation.clear,
        calls: 5,
        lastsMs: 15_000,
        statuses: [503, 507],
        uploadStatuses: [409, 503, 507],
        mayRepeatMail: true,
      }).catch((error: unknown) => {
        console.error(installation.output())
        throw error
      })
      expect(stage.node.pid()).toBe(pid)
    }
    test('PostgreSQL has no room for rows', () => fillUp(0), killTimeoutMs)
    test('PostgreSQL has no room for its log, and ends', () => fillUp(8), killTimeoutMs)
  })

  describe('Faults of the disk', () => {
    let stage: Stage
    let disk: ReturnType<typeof mountSmall>
    let close: () => Promise<void>
    beforeAll(async () => {
      const [installation, mailServer] = [await openInstallation(), await openMailServer()]
      disk = mountSmall(join(installation.dataFolder, 'storage'))
      close = async () => {
        disk.unmount()
        await installation.close()
        await mailServer.close()
      }
      const people = await createPartners(installation)
      const node = await installation.addNode({ PONTIC_SMTP_URL: mailServer.url })
      await node.start()
      stage = { installation, node, people, mailServer }
    }, setUpTimeoutMs)
    afterAll(() => close?.())

    /** Announces another file and sends its first bytes. @returns the status */
    async function beginUpload(): Promise<number> {
      const sender = { app: stage.node, person: stage.people.alice }
      const { body } = await as(stage.node, stage.people.alice).call('orders.create', {
        body: { type: 0, patientName: 'Kestrel Example' },
      })
      const announced = await as(stage.node, stage.people.alice).call('files.announce', {
        body: { id: body.data.id, files: [{ name: 'lower.stl', role: 'lower', sizeBytes: 200_000 }] },
      })
      const file = announced.body.data?.files[0]
      if (file === undefined) return announced.status
      return (await patchUpload(sender, file.id, 0, Buffer.alloc(100_000, 1))).status
    }

    const faults = [
      // The first part of the upload, 1 MB, is on the disk already.
      { name: 'disk full', options: () => 'size=1200k', mended: 'size=64m', uploadStatuses: [507] },
      {
        ...{ name: 'inodes full', mended: 'nr_inodes=10000', uploadStatuses: [507] },
        options: () => `nr_inodes=${disk.usedInodes()}`,
      },
      { name: 'disk read-only', options: () => 'ro', mended: 'rw', uploadStatuses: [503] },
    ]
    for (const { name, options, mended, uploadStatuses } of faults)
      test(
        name,
        () =>
          endure(stage, {
            ...{ name, uploadStatuses, statuses: [], calls: 5 },
            begin: async () => {
              disk.remount(options())
              expect(uploadStatuses).toContain(await beginUpload())
            },
            end: () => disk.remount(mended),
          }),
        killTimeoutMs,
      )
  })
}
