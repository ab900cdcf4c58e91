import { spawnSync } from 'node:child_process'
import { createHash, randomFillSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { printStep } from '../scripts/places.ts'
import { dropDatabase, openCluster, remakeDatabase, withClient } from './cluster.ts'
import { atLeast, medianOf, type Scale, type Section, show, showRatio } from './figures.ts'
import { startNginx, storedFiles } from './nginx.ts'
import { importPeer } from './peers.ts'
import { createClinicToken } from './people.ts'
import { type Peer, type Portal, readFamilyCpuMs, startPortal, startScript } from './portal.ts'
import { callPortal, createCase, type Sender, uploadInOnePatch } from './portal-files.ts'
import { fetchBody, sendBody } from './transfer.ts'

const database = 'bench_files'
const zipParts = 4
/** Chunk size of the browser's uploads on a fast connection. */
const tusChunkBytes = 64 * 1024 * 1024

type Place = { folder: string; portal: Portal; bare: Peer; nginx: Peer | undefined; sender: Sender }

/** Compares uploads, downloads and the ZIP of an order with programs that only transfer the bytes. */
export async function measureFiles(scale: Scale): Promise<Section> {
  const postgres = await openCluster()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  const peers: Peer[] = []
  try {
    const urls = await remakeDatabase(postgres, database)
    await migrate(urls.ownerUrl)
    const token = await withClient(urls.superUrl, createClinicToken)
    const served = join(folder, 'served')
    mkdirSync(served)
    const dataFolder = join(folder, 'data')
    // nginx sends only the downloads that come through it.
    const portal = await startPortal(urls, dataFolder, {
      PONTIC_TRUSTED_PROXIES: '127.0.0.1',
      PONTIC_PROXY_FILES: storedFiles,
    })
    peers.push(portal)
    const bare = await startScript('bare-files.ts', { FOLDER: served })
    peers.push(bare)
    const nginx = await startNginx(served, { url: portal.url, dataFolder })
    if (nginx) peers.push(nginx)
    return await measure({ folder: served, portal, bare, nginx, sender: { url: portal.url, token } }, scale)
  } finally {
    for (const peer of peers) await peer.stop()
    rmSync(folder, { recursive: true, force: true })
    await dropDatabase(postgres, database)
    await postgres.stop()
  }
}

const kinds = [
  'patch',
  'whole',
  'put',
  'tus',
  'download',
  'bareDownload',
  'proxied',
  'nginx',
  'zip',
  'raw',
] as const
type Kind = (typeof kinds)[number]

/** The durations of the transfers of a kind, and the CPU time of the programs that served them, in milliseconds. */
type Transfers = { ms: number[]; cpuMs: number[] }
type Times = Record<Kind, Transfers>
/** Transfers of which each is measured several times in a round, because they are short. */
const downloadRepeats = 4

async function measure(place: Place, scale: Scale): Promise<Section> {
  const bytes = makeScan(scale.uploadBytes)
  const times = Object.fromEntries(kinds.map((kind) => [kind, { ms: [], cpuMs: [] }])) as unknown as Times
  const zip = await makeZipCase(place, bytes)
  for (let round = 0; round <= scale.rounds; round++) {
    const found = await measureRound(place, bytes, zip, round)
    // The first round warms up.
    if (round > 0)
      for (const { kind, ms, cpuMs } of found) {
        times[kind].ms.push(ms)
        times[kind].cpuMs.push(cpuMs)
      }
    printStep(`files: round ${round} of ${scale.rounds}`)
  }
  return report(scale, times, zip.sizeBytes)
}

/** Creates a binary STL of random bytes, which is unique in each run and not compressible. */
function makeScan(sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(84 + Math.floor((sizeBytes - 84) / 50) * 50)
  randomFillSync(bytes)
  bytes.fill(0, 0, 80)
  bytes.writeUInt32LE((bytes.length - 84) / 50, 80)
  return bytes
}

type ZipCase = { orderId: string; sizeBytes: number }

async function makeZipCase({ sender, portal, folder }: Place, bytes: Buffer): Promise<ZipCase> {
  const orderId = await createCase(sender)
  const partBytes = Math.floor(bytes.length / zipParts)
  for (let part = 0; part < zipParts; part++) {
    const scan = makeScan(partBytes)
    await uploadInOnePatch(sender, orderId, `scan ${part + 1}.stl`, scan)
  }
  const path = await ticketPath(sender, orderId)
  const answer = await fetch(portal.url + path)
  const zip = Buffer.from(await answer.arrayBuffer())
  writeFileSync(join(folder, 'case.zip'), zip)
  return { orderId, sizeBytes: zip.length }
}

async function ticketPath(sender: Sender, id: string): Promise<string> {
  return (await callPortal<{ path: string }>(sender, 'files.createTicket', { id })).path
}

async function measureRound(
  place: Place,
  bytes: Buffer,
  zip: ZipCase,
  round: number,
): Promise<{ kind: Kind; ms: number; cpuMs: number }[]> {
  const { portal, bare, nginx, sender, folder } = place
  randomFillSync(bytes, 84)
  writeFileSync(join(folder, 'scan.stl'), bytes)
  const orderId = await createCase(sender)
  const sent = await uploadInOnePatch(sender, orderId, 'scan.stl', bytes)
  // Changes the bytes, because the portal deletes an upload whose bytes it already has. The next upload would then be faster,
  // because it would reuse the freed memory.
  randomFillSync(bytes, 84)
  const authorization = `Bearer ${sender.token}`
  const path = `/restful/orders/${orderId}/files/${sent.fileId}`
  const found: { kind: Kind; ms: number; cpuMs: number }[] = []
  const readCpu = () =>
    [portal, bare, ...(nginx ? [nginx] : [])].reduce((sum, { pid }) => sum + readFamilyCpuMs(pid), 0)
  const downloads = {
    bareDownload: () => fetchBody(bare.port, '/scan.stl', {}, bytes.length),
    download: () => fetchBody(portal.port, path, { authorization }, bytes.length),
    ...(nginx && {
      nginx: () => fetchBody(nginx.port, '/scan.stl', {}, bytes.length),
      proxied: () => fetchBody(nginx.port, path, { authorization }, bytes.length),
    }),
  }
  const races: Partial<Record<Kind, () => Promise<number>>>[] = [
    {
      put: () => putBare(bare, `put-${round}.stl`, bytes),
      patch: async () => {
        const { patchMs, wholeMs } = await uploadInOnePatch(sender, orderId, 'scan again.stl', bytes)
        found.push({ kind: 'whole', ms: wholeMs, cpuMs: 0 })
        return patchMs
      },
      tus: () => uploadByTus(sender, orderId, bytes),
    },
    ...Array.from({ length: downloadRepeats }, () => downloads),
    {
      raw: () => fetchBody(bare.port, '/case.zip', {}, zip.sizeBytes),
      zip: async () => fetchBody(portal.port, await ticketPath(sender, zip.orderId), {}, zip.sizeBytes),
    },
  ]
  for (const [turn, race] of races.entries()) {
    const runs = Object.entries(race) as [Kind, () => Promise<number>][]
    for (const [kind, run] of (round + turn) % 2 === 0 ? runs : runs.toReversed()) {
      // Flushes dirty pages, which would otherwise be written during the next measurement.
      if (race !== downloads) spawnSync('sync')
      const beforeMs = readCpu()
      const ms = await run()
      found.push({ kind, ms, cpuMs: readCpu() - beforeMs })
    }
  }
  return found
}

/** Uploads to a new file and keeps it, as the portal does. Deleting it would free memory that the next upload fills faster. */
async function putBare(bare: Peer, name: string, bytes: Buffer): Promise<number> {
  const put = await sendBody(`http://127.0.0.1:${bare.port}/${name}`, 'PUT', {}, bytes)
  if (!put.text.startsWith(hashOf(bytes))) throw new Error('The bare server has other bytes.')
  return put.ms
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The parts of tus-js-client that are used. */
type Tus = {
  Upload: new (
    file: Buffer,
    options: {
      uploadUrl: string
      chunkSize: number
      headers: Record<string, string>
      retryDelays: null
      onError: (error: Error) => void
      onSuccess: () => void
    },
  ) => { start: () => void }
}

async function uploadByTus(sender: Sender, orderId: string, bytes: Buffer): Promise<number> {
  const { Upload } = await importPeer<Tus>('tus-js-client')
  const file = { name: 'by tus.stl', sizeBytes: bytes.length, role: 'upper' }
  const { files } = await callPortal<{ files: { id: string }[] }>(sender, 'files.announce', {
    id: orderId,
    files: [file],
  })
  const startMs = performance.now()
  await new Promise<void>((resolve, reject) => {
    new Upload(bytes, {
      uploadUrl: `${sender.url}/restful/uploads/${files[0]?.id}`,
      chunkSize: tusChunkBytes,
      headers: { authorization: `Bearer ${sender.token}` },
      retryDelays: null,
      onError: reject,
      onSuccess: resolve,
    }).start()
  })
  return performance.now() - startMs
}

const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/** Computes the ratio in each round, in which throttling affects both programs equally, and returns the median of the ratios. */
const medianRatioOf = (theirs: readonly number[], ours: readonly number[]) =>
  medianOf(theirs.map((ms, round) => ms / (ours[round] ?? Number.NaN)))

function report(scale: Scale, times: Times, zipBytes: number): Section {
  const megabytes = scale.uploadBytes / 1_000_000
  const row = (name: string, { ms, cpuMs }: Transfers, sizeBytes: number, ours?: Transfers) =>
    ms.length === 0
      ? [name, 'not installed', '', '', '']
      : [
          name,
          `${show(medianOf(ms))} ms`,
          `${show(sizeBytes / 1000 / medianOf(ms))} MB/s`,
          ours ? showRatio(medianRatioOf(ms, ours.ms)) : '',
          cpuMs.some((one) => one > 0) ? `${show(meanOf(cpuMs) / (sizeBytes / 1e8))} ms` : '',
        ]
  const sizeBytes = scale.uploadBytes
  return {
    title: 'Files',
    notes: [
      `${megabytes} MB; medians of ${scale.rounds} interleaved rounds; the order alternates. Ratios: speed of the portal divided by that of the peer, median of the rounds.`,
      'PUT: a `node:http` server that writes the body and computes SHA-256 and CRC-32. PATCH: the upload protocol, which ' +
        'saves progress and digests. Whole: announcement, PATCH and finish. The finish syncs the file to disk.',
      'CPU: of the programs that serve the transfer, per 100 MB, mean of the rounds; of nginx and the portal together if both take part.',
      'The ZIP of a case with four scans is created while it is sent; its peer sends an existing ZIP file.',
    ],
    columns: ['what', 'time', 'speed', 'portal against it', 'CPU'],
    rows: [
      row('upload: portal, one PATCH', times.patch, sizeBytes),
      row('upload: portal, whole', times.whole, sizeBytes),
      row('upload: portal, by tus-js-client', times.tus, sizeBytes),
      row('upload: bare PUT', times.put, sizeBytes, times.patch),
      row('download: portal', times.download, sizeBytes),
      row('download: bare GET', times.bareDownload, sizeBytes, times.download),
      row('download: nginx', times.nginx, sizeBytes, times.download),
      row('download: portal, sent by nginx', times.proxied, sizeBytes),
      row('download: nginx, against the portal behind nginx', times.nginx, sizeBytes, times.proxied),
      row('ZIP: portal', times.zip, zipBytes),
      row('ZIP: raw bytes by the bare server', times.raw, zipBytes, times.zip),
    ],
    verdicts: [
      atLeast('upload in one PATCH against a bare PUT', medianRatioOf(times.put.ms, times.patch.ms), 0.9),
      ...(times.nginx.ms.length > 0
        ? [
            atLeast(
              'download sent by nginx against nginx',
              medianRatioOf(times.nginx.ms, times.proxied.ms),
              0.95,
            ),
            atLeast(
              'download sent by the portal against nginx',
              medianRatioOf(times.nginx.ms, times.download.ms),
              0.85,
            ),
          ]
        : []),
      atLeast('ZIP against raw bytes', medianRatioOf(times.raw.ms, times.zip.ms), 0.9),
    ],
  }
}
