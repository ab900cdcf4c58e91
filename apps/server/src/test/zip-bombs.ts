import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a ZIP. Its declared properties may differ from the real ones. */
export type ZipEntry = {
  name: string | Buffer
  content: Buffer
  /** Deflated by default. */
  isStored?: boolean
  flags?: number
  /** Unix mode, shifted into the external attributes. */
  mode?: number
  sizeBytes?: number
  crc32?: number
  /** Offset of the entry's local header, as the directory declares it. */
  offset?: number
}

/** Writes a ZIP with these entries and their false declarations. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const body = entry.isStored ? entry.content : deflateRawSync(entry.content, { level: 9 })
    const common = commonOf(entry, body)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, lengthsOf(name), name, body])
    directory.push(directoryOf(entry, common, name, entry.offset ?? offset))
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

function commonOf(entry: ZipEntry, body: Buffer): Buffer {
  const common = Buffer.alloc(22)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(entry.flags ?? 0x0800, 2)
  common.writeUInt16LE(entry.isStored ? 0 : 8, 4)
  common.writeUInt32LE(entry.crc32 ?? crc32(entry.content), 10)
  common.writeUInt32LE(body.length, 14)
  common.writeUInt32LE(entry.sizeBytes ?? entry.content.length, 18)
  return common
}

function lengthsOf(name: Buffer): Buffer {
  const lengths = Buffer.alloc(4)
  lengths.writeUInt16LE(name.length, 0)
  return lengths
}

function directoryOf(entry: ZipEntry, common: Buffer, name: Buffer, offset: number): Buffer {
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
  tail.writeUInt32LE(offset, 10)
  const madeBy = Buffer.from([20, 3])
  return Buffer.concat([Buffer.from('PK\u0001\u0002'), madeBy, common, lengthsOf(name), tail, name])
}
