import { createHash } from 'node:crypto'
import { fromBuffer } from 'yauzl'

/** Computes the SHA-256 in hex. */
export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Reads a ZIP with yauzl, which checks each CRC-32. @returns the bytes of each file by its path */
export function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (failure, zip) => {
      if (failure || !zip) return reject(failure)
      const files = new Map<string, Buffer>()
      zip.on('error', reject)
      zip.on('end', () => resolve(files))
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (problem, stream) => {
          if (problem || !stream) return reject(problem)
          const parts: Buffer[] = []
          stream.on('data', (part: Buffer) => parts.push(part))
          stream.on('error', reject)
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(parts))
            zip.readEntry()
          })
        })
      })
      zip.readEntry()
    })
  })
}
