import { createHash, randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type ChangesState,
  type Client,
  createClient,
  createUploader,
  pathOf,
  subscribeToChanges,
  type Upload,
} from '@pontic/client'
import type { Installation } from './nodes.ts'
import type { Person } from './people.ts'
import { setPassword } from './sign-in.ts'

const password = 'lower molar 46'
const pollEveryMs = 2
const sizeBytesByBreak = 12 * 1024 * 1024
const sizeBytesMax = 2 * 1024 ** 3
const writtenAtOnce = 16 * 1024 * 1024
const retry = { firstRetryMs: 100, longestRetryMs: 1_000 }

/** Creates an SDK client that is signed in by password with a session of its own. */
export async function signInClient(
  installation: Installation,
  baseUrl: string,
  person: Person,
): Promise<Client> {
  await setPassword(installation, person, password)
  const client = createClient({ baseUrl })
  await client.session.signIn({ username: person.email, password, rememberMe: false })
  return client
}

/** The result of an upload, which is correct if the two digests and `upload.file.sha256` are equal. */
export type Outcome = {
  upload: Upload
  sentSha256: string
  downloadedSha256: string
  breaks: {
    /** Bytes that the client knew as saved when the interruption began. */
    acknowledgedBytes: number
    /** Bytes on disk just before the interruption. */
    onDiskBytes: number
    /** Bytes in the file's row after the portal responds again. */
    savedBytes: number
  }[]
}

/**
 * Uploads a file of random bytes through the SDK with interruptions at random bytes of the transfer. The file has 24 MiB for each
 * interruption, at most 2 GiB.
 * @param breakIt interrupts the portal and resolves when the portal responds again
 */
export async function uploadThrough(
  installation: Installation,
  client: Client,
  breaksWanted: number,
  breakIt: () => Promise<void>,
): Promise<Outcome> {
  const { db } = installation.services.database
  // The last interruption is at most in the middle of the file, so that the upload is still running even if polling is late.
  const sizeBytes = Math.min(2 * sizeBytesByBreak * breaksWanted, sizeBytesMax)
  const source = join(installation.dataFolder, 'source')
  const sentSha256 = await writeRandom(source, sizeBytes)
  const order = await client.call('orders.create', { body: { type: 0, patientName: 'Kestrel Example' } })
  const announced = await client.call('files.announce', {
    body: { id: order.id, files: [{ name: 'upper.stl', sizeBytes, role: 'upper' }] },
  })
  const file = announced.files[0]!
  const uploader = createUploader(client, { retry })
  uploader.add(await openAsBlob(source), file)
  const current = () => uploader.list()[0]!
  const breaks: Outcome['breaks'] = []
  for (let turn = 0; turn < breaksWanted; turn++) {
    const wantedBytes = Math.floor(((turn + 0.2 + Math.random() * 0.8) * sizeBytes) / 2 / breaksWanted)
    const path = join(installation.dataFolder, 'storage/uploads', file.id)
    const onDiskBytes = await untilSize(path, wantedBytes, current)
    const repaired = breakIt()
    const { acknowledgedBytes } = current()
    await repaired
    const row = await db
      .selectFrom('order_file')
      .select('received_bytes')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    breaks.push({ acknowledgedBytes, onDiskBytes, savedBytes: row.received_bytes })
  }
  await uploader.whenIdle()
  uploader.dispose()
  const downloadedSha256 = await hashDownload(client, order.id, file.id)
  return { upload: current(), sentSha256, downloadedSha256, breaks }
}

/** Writes a file of random bytes. @returns its SHA-256 */
async function writeRandom(path: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256')
  const file: FileHandle = await open(path, 'w')
  try {
    for (let at = 0; at < sizeBytes; at += writtenAtOnce) {
      const bytes = randomBytes(Math.min(writtenAtOnce, sizeBytes - at))
      hash.update(bytes)
      await file.writeFile(bytes)
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/** Waits until the server has written this many bytes. @returns the bytes on disk @throws Error if the upload ends earlier */
async function untilSize(path: string, wantedBytes: number, current: () => Upload): Promise<number> {
  for (;;) {
    const { status, error } = current()
    if (status === 'done' || status === 'failed') throw new Error(`The upload is ${status}: ${error?.key}`)
    const sizeBytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    )
    if (sizeBytes >= wantedBytes) return sizeBytes
    await wait(pollEveryMs)
  }
}

async function hashDownload(client: Client, orderId: string, fileId: string): Promise<string> {
  const response = await client.request(pathOf('files.download', { params: { id: orderId, fileId } }), {
    method: 'GET',
  })
  const hash = createHash('sha256')
  for await (const chunk of response.body!) hash.update(chunk)
  return hash.digest('hex')
}

/** A simulated open page with an event stream. */
export type OpenPage = {
  /** Returns how often the event stream was opened. */
  openings: () => number
  /** Resolves when the event stream has been opened this often. */
  untilOpenings: (count: number) => Promise<void>
  /** Resolves when the next change is received. */
  untilHeard: () => Promise<void>
  close: () => void
}

/** Opens a simulated page of a session. The page receives changes and reconnects automatically. */
export function openPage(client: Client): OpenPage {
  let openings = 0
  const hearers = new Set<() => void>()
  const openers = new Set<() => void>()
  const onChange = () => {
    for (const resolve of hearers) resolve()
    hearers.clear()
  }
  const onState = (state: ChangesState) => {
    if (state === 'open') openings += 1
    for (const look of openers) look()
  }
  const close = subscribeToChanges(client, onChange, onState, retry)
  return {
    openings: () => openings,
    untilOpenings: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (openings >= count && openers.delete(look)) resolve()
        }
        openers.add(look)
        look()
      }),
    untilHeard: () => new Promise((resolve) => void hearers.add(resolve)),
    close,
  }
}
