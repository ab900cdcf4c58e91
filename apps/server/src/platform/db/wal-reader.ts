import { Client } from 'pg'

/** Where a cluster is in its write-ahead log. Positions are byte offsets of the log. */
export type WalPosition = {
  systemId: string
  timeline: number
  segmentBytes: number
  /** The end of what is on the disk. */
  flushed: bigint
  /** Major version, such as 18. */
  version: number
}

/** A replication slot keeps the write-ahead log from `from` on. `isLost`: PostgreSQL has removed a part of it. */
export type WalSlot = { name: string; from: bigint; isLost: boolean }

/** Reads the write-ahead log of a running PostgreSQL over SQL. The role must be a superuser. */
export type WalReader = {
  readPosition: () => Promise<WalPosition>
  /** Returns the slot whose name begins with this text. */
  findSlot: (beginning: string) => Promise<WalSlot | undefined>
  /** Creates a physical slot, which keeps the log from the last checkpoint on. */
  createSlot: (name: string) => Promise<WalSlot>
  dropSlot: (name: string) => Promise<void>
  /** Lets PostgreSQL remove the log before this position. */
  advanceSlot: (name: string, to: bigint) => Promise<void>
  /** Reads bytes of a segment file. */
  readSegment: (segment: string, offset: number, length: number) => Promise<Buffer>
  close: () => Promise<void>
}

/** Parses a position as PostgreSQL prints it, such as `16/B374D848`. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Prints a position as PostgreSQL does. */
export const printLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase()

/** Returns the name of the segment file that contains a position, 24 hexadecimal digits. */
export function segmentNameOf(timeline: number, lsn: bigint, segmentBytes: number): string {
  const perLog = 0x1_0000_0000n / BigInt(segmentBytes)
  const index = lsn / BigInt(segmentBytes)
  return [BigInt(timeline), index / perLog, index % perLog]
    .map((part) => part.toString(16).padStart(8, '0').toUpperCase())
    .join('')
}

const slotOf = (row: {
  slot_name: string
  restart_lsn: string | null
  wal_status: string | null
}): WalSlot => ({
  name: row.slot_name,
  from: row.restart_lsn === null ? 0n : parseLsn(row.restart_lsn),
  isLost: row.restart_lsn === null || row.wal_status === 'lost',
})

/** Connects as a superuser. @throws Error if PostgreSQL cannot be reached, or refuses the role */
export async function openWalReader(url: string): Promise<WalReader> {
  const client = new Client({ connectionString: url, application_name: 'pontic backup', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const rowsOf = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(text, values)).rows
  const columns = 'slot_name::text, restart_lsn::text, wal_status'
  const findSlot = async (beginning: string) => {
    const [row] = await rowsOf<Parameters<typeof slotOf>[0]>(
      `select ${columns} from pg_replication_slots where starts_with(slot_name::text, $1) order by 1`,
      [beginning],
    )
    return row && slotOf(row)
  }
  return {
    readPosition: async () => {
      const [row] = await rowsOf<{
        id: string
        timeline: string
        bytes: string
        lsn: string
        version: string
      }>(
        `select (select system_identifier::text from pg_control_system()) as id,
          substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) as timeline,
          (select setting from pg_settings where name = 'wal_segment_size') as bytes,
          pg_current_wal_flush_lsn()::text as lsn, current_setting('server_version_num') as version`,
      )
      const { id, timeline, bytes, lsn, version } = row!
      return {
        systemId: id,
        // The control file still has the old timeline for a while after a promotion.
        timeline: Number.parseInt(timeline, 16),
        segmentBytes: Number(bytes),
        flushed: parseLsn(lsn),
        version: Math.floor(Number(version) / 10_000),
      }
    },
    findSlot,
    createSlot: async (name) => {
      await rowsOf('select pg_create_physical_replication_slot($1, true)', [name])
      return (await findSlot(name))!
    },
    dropSlot: async (name) => void (await rowsOf('select pg_drop_replication_slot($1)', [name])),
    advanceSlot: async (name, to) =>
      void (await rowsOf('select pg_replication_slot_advance($1, $2::pg_lsn)', [name, printLsn(to)])),
    readSegment: async (segment, offset, length) => {
      const [row] = await rowsOf<{ bytes: Buffer }>(
        `select pg_read_binary_file('pg_wal/' || $1::text, $2::bigint, $3::bigint) as bytes`,
        [segment, offset, length],
      )
      const { bytes } = row!
      if (bytes.length !== length) throw new Error(`The segment ${segment} is shorter than expected.`)
      return bytes
    },
    close: () => client.end(),
  }
}
