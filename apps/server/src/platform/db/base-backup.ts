import { Client, type Connection, type Submittable } from 'pg'
import { parseLsn } from './wal-reader.ts'

/** A running copy of all files of a cluster. */
export type BaseBackup = {
  /** Position of the write-ahead log from which the copy must be recovered. */
  from: bigint
  timeline: number
  /** Chunks of a tar archive of the data directory, without the write-ahead log. */
  archive: AsyncIterable<Buffer>
  /** Returns the position up to which the copy must be recovered. Call it after the end of `archive`. */
  readEnd: () => bigint
  /** Ends the connection, and with it a running copy. */
  close: () => Promise<void>
}

const waitingBytesMax = 8 * 1024 * 1024

/**
 * Starts a copy of a cluster by the replication protocol (BASE_BACKUP, PostgreSQL 15 or newer), as pg_basebackup does. PostgreSQL
 * checks the checksums of its pages meanwhile. The role needs REPLICATION, and pg_hba.conf an entry for replication.
 * @param label ASCII text without quotes
 * @throws Error if PostgreSQL refuses, and if the cluster has tablespaces
 */
export async function startBaseBackup(url: string, label: string): Promise<BaseBackup> {
  const config = {
    connectionString: url,
    application_name: 'pontic backup',
    replication: 'true',
    keepAlive: true,
  }
  const client = new Client(config)
  client.on('error', () => {})
  await client.connect()
  const copy = new CopyOfCluster(
    `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAIT false, MANIFEST 'no')`,
  )
  client.query(copy)
  try {
    const [from = '', timeline = ''] = await copy.started
    return {
      from: parseLsn(from),
      timeline: Number(timeline),
      archive: copy.chunks(),
      readEnd: () => parseLsn(copy.end),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

type PausableConnection = Connection & { stream: { pause: () => void; resume: () => void } }
type Row = { fields: (string | null)[] }

/** The results of BASE_BACKUP: a row with the start, a row for each tablespace, the archive as copy data, and a row with the end. */
class CopyOfCluster implements Submittable {
  readonly #command: string
  #connection: PausableConnection | undefined
  #sets: (string | null)[][][] = []
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #isOver = false
  #error: Error | undefined
  #wake = () => {}
  #start!: { resolve: (row: string[]) => void; reject: (error: Error) => void }
  readonly started: Promise<string[]>
  end = ''

  constructor(command: string) {
    this.#command = command
    this.started = new Promise((resolve, reject) => {
      this.#start = { resolve, reject }
    })
    this.started.catch(() => {})
  }

  submit(connection: Connection): void {
    this.#connection = connection as PausableConnection
    connection.query(this.#command)
  }

  handleRowDescription(): void {
    this.#sets.push([])
  }

  handleDataRow({ fields }: Row): void {
    this.#sets.at(-1)?.push(fields)
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const kind = String.fromCharCode(chunk[0] ?? 0)
    if (kind === 'n') {
      const [start, tablespaces = []] = this.#sets
      if (tablespaces.length > 1)
        this.#fail(new Error('The cluster has tablespaces. Back it up with pgBackRest instead.'))
      this.#start.resolve((start?.[0] ?? []).map((field) => field ?? ''))
    }
    if (kind !== 'd') return
    // The parser reuses the memory of its messages.
    this.#waiting.push(Buffer.from(chunk.subarray(1)))
    this.#waitingBytes += chunk.length - 1
    if (this.#waitingBytes > waitingBytesMax) this.#connection?.stream.pause()
    this.#wake()
  }

  handleError(error: Error): void {
    this.#fail(error)
  }

  handleReadyForQuery(): void {
    this.end = this.#sets.at(-1)?.[0]?.[0] ?? ''
    this.#isOver = true
    this.#wake()
  }

  #fail(error: Error): void {
    this.#error ??= error
    this.#start.reject(error)
    this.#wake()
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#error !== undefined) throw this.#error
      const chunks = this.#waiting
      this.#waiting = []
      this.#waitingBytes = 0
      this.#connection?.stream.resume()
      yield* chunks
      if (this.#waiting.length > 0 || this.#error !== undefined) continue
      if (this.#isOver) return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
