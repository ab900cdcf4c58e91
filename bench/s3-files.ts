import { randomFillSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { hasS3Server, openS3Server, s3Environment } from '../apps/server/src/test/s3-server.ts'
import { printStep } from '../scripts/places.ts'
import { dropDatabase, openCluster, remakeDatabase, withClient } from './cluster.ts'
import { atLeast, medianOf, type Scale, type Section, show, showRatio } from './figures.ts'
import { createClinicToken } from './people.ts'
import { type Portal, readFamilyCpuMs, startPortal } from './portal.ts'
import { createCase, uploadInOnePatch } from './portal-files.ts'
import { fetchBody, sendBody } from './transfer.ts'

const database = 'bench_s3'
/** The server keeps all objects in memory. */
const serverBytes = 8 * 1024 ** 3
const title = 'Files in S3'

/** Compares uploads and downloads of a portal that stores its files in S3 with the same transfers by the S3 server itself. */
export async function measureS3(scale: Scale): Promise<Section> {
  if (!hasS3Server)
    return { title, notes: ['No S3 server is installed.'], columns: [], rows: [], verdicts: [] }
  const postgres = await openCluster()
  const s3 = await openS3Server(serverBytes)
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  let portal: Portal | undefined
  try {
    const urls = await remakeDatabase(postgres, database)
    await migrate(urls.ownerUrl)
    const token = await withClient(urls.superUrl, createClinicToken)
    const bucket = await s3.createBucket()
    portal = await startPortal(urls, folder, s3Environment(s3, bucket))
    const { address, accessKeyId, secretAccessKey } = s3
    const client = new S3Client({
      ...{ endpoint: address, region: 'default', forcePathStyle: true },
      credentials: { accessKeyId, secretAccessKey },
      requestChecksumCalculation: 'WHEN_REQUIRED',
    })
    const sign = (command: PutObjectCommand | GetObjectCommand) =>
      getSignedUrl(client, command as GetObjectCommand)
    const urlsOf = async (Key: string) => ({
      put: await sign(new PutObjectCommand({ Bucket: bucket, Key })),
      signedPut: (Body: Buffer) =>
        client.send(new PutObjectCommand({ Bucket: bucket, Key: `${Key}-signed`, Body })),
      get: await sign(new GetObjectCommand({ Bucket: bucket, Key })),
    })
    return await measure({ portal, token, urlsOf }, scale)
  } finally {
    await portal?.stop()
    await s3.close()
    rmSync(folder, { recursive: true, force: true })
    await dropDatabase(postgres, database)
    await postgres.stop()
  }
}

type Place = {
  portal: Portal
  token: string
  urlsOf: (
    key: string,
  ) => Promise<{ put: string; get: string; signedPut: (body: Buffer) => Promise<unknown> }>
}
type Times = Record<'patch' | 'whole' | 'put' | 'signedPut' | 'download' | 'get', number[]>

async function measure({ portal, token, urlsOf }: Place, scale: Scale): Promise<Section> {
  const times: Times = { patch: [], whole: [], put: [], signedPut: [], download: [], get: [] }
  const sender = { url: portal.url, token }
  const bytes = Buffer.alloc(84 + Math.floor((scale.uploadBytes - 84) / 50) * 50)
  const beforeMs = readFamilyCpuMs(portal.pid)
  for (let round = 0; round <= scale.rounds; round++) {
    randomFillSync(bytes, 84)
    bytes.fill(0, 0, 80)
    bytes.writeUInt32LE((bytes.length - 84) / 50, 80)
    const orderId = await createCase(sender)
    const urls = await urlsOf(`bench-${round}`)
    const found: Partial<Record<keyof Times, number>> = {}
    let fileId = ''
    const put = async () => {
      found.put = (await sendBody(urls.put, 'PUT', {}, bytes)).ms
    }
    const patch = async () => {
      const sent = await uploadInOnePatch(sender, orderId, 'scan.stl', bytes)
      fileId = sent.fileId
      found.patch = sent.patchMs
      found.whole = sent.wholeMs
    }
    const signedPut = async () => {
      const startMs = performance.now()
      await urls.signedPut(bytes)
      found.signedPut = performance.now() - startMs
    }
    for (const run of round % 2 === 0 ? [put, signedPut, patch] : [patch, signedPut, put]) await run()
    const { port, pathname, search } = new URL(urls.get)
    const get = async () => {
      found.get = await fetchBody(Number(port), pathname + search, {}, bytes.length)
    }
    const download = async () => {
      const path = `/restful/orders/${orderId}/files/${fileId}`
      found.download = await fetchBody(portal.port, path, { authorization: `Bearer ${token}` }, bytes.length)
    }
    for (const run of round % 2 === 0 ? [get, download] : [download, get]) await run()
    // The first round warms up.
    if (round > 0) for (const [kind, ms] of Object.entries(found)) times[kind as keyof Times].push(ms)
    printStep(`s3: round ${round} of ${scale.rounds}`)
  }
  const cpuMs = (readFamilyCpuMs(portal.pid) - beforeMs) / (scale.rounds + 1)
  return report(times, bytes.length, cpuMs, scale.rounds)
}

/** The median of the ratios of the rounds, because a throttled machine slows both sides of a round. */
const ratioOf = (theirs: readonly number[], ours: readonly number[]) =>
  medianOf(theirs.map((ms, round) => ms / (ours[round] ?? Number.NaN)))

function report(times: Times, sizeBytes: number, cpuMs: number, rounds: number): Section {
  const row = (name: string, ms: readonly number[], ours?: readonly number[]) => [
    name,
    `${show(medianOf(ms))} ms`,
    `${show(sizeBytes / 1000 / medianOf(ms))} MB/s`,
    ours ? showRatio(ratioOf(ms, ours)) : '',
  ]
  return {
    title,
    notes: [
      `${Math.round(sizeBytes / 1e6)} MB; medians of ${rounds} interleaved rounds. Ceph's S3 server keeps its objects in memory and shares the processor with the portal.`,
      'PUT and GET: one request to the S3 server. The portal computes SHA-256 and CRC-32 of the file and the MD5 of each part, which the S3 server compares; a PUT with a signed URL has no digest. PATCH: the upload protocol. Whole: announcement, PATCH and finish, which joins and copies the parts.',
      `The portal takes ${show(cpuMs)} ms of CPU for an upload and a download together.`,
    ],
    columns: ['what', 'time', 'speed', 'portal against it'],
    rows: [
      row('upload: portal, one PATCH', times.patch),
      row('upload: portal, whole', times.whole),
      row('upload: PUT to the S3 server, SHA-256 signed', times.signedPut, times.patch),
      row('upload: PUT to the S3 server, no digest', times.put, times.patch),
      row('download: portal', times.download),
      row('download: GET from the S3 server', times.get, times.download),
    ],
    verdicts: [
      atLeast(
        'upload in one PATCH against a PUT with a signed SHA-256',
        ratioOf(times.signedPut, times.patch),
        0.8,
      ),
      atLeast('upload in one PATCH against a PUT without a digest', ratioOf(times.put, times.patch), 0.8),
    ],
  }
}
