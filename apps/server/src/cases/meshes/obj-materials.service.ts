import { createHash } from 'node:crypto'
import { listMaterialFiles, type Material, type ObjPaint, readMaterials } from '@pontic/viewer/materials'
import { texturesMax } from '@pontic/viewer/textures'
import type { Services } from '../../platform/services.ts'
import { readAll } from '../../platform/streams.ts'
import { type FileRow, listVerifiedFiles } from '../access/file-access.service.ts'
import { readPicture } from './read-picture.ts'

/** The colours of an OBJ. `key` is a SHA-256 over the hashes of the OBJ and of its material and texture files. */
export type ObjColors = { key: Buffer; paint: ObjPaint }

const headBytes = 65_536
const materialBytesMax = 1024 * 1024
const textureBytesMax = 64 * 1024 * 1024

/**
 * Reads the materials and textures of an OBJ from files of the same order and side. Finds material files by the names at
 * the beginning of the OBJ, and textures by the names in the material files. Ignores the folders in these names. Uses only
 * the pixels of textures, no EXIF or other metadata.
 * @returns undefined if the OBJ names no material files, or if these files are missing or define no material
 */
export async function readObjColors(services: Services, file: FileRow): Promise<ObjColors | undefined> {
  const head = await readBytes(services, file, Math.min(file.size_bytes, headBytes))
  const names = listMaterialFiles(head).map((name) => name.toLowerCase())
  if (names.length === 0) return undefined
  const files = await listVerifiedFiles(services.database.db, file.order_id, { party: 'all' })
  const sameParty = files.filter((one) => one.party === file.party)
  const digest = createHash('sha256').update(file.sha256!)
  const paint = new Map<string, Material>()
  const textures = new Map<string, Material['texture']>()
  const materialFiles = sameParty.filter(
    (one) =>
      one.kind === 'text' && one.size_bytes <= materialBytesMax && names.includes(one.name.toLowerCase()),
  )
  for (const one of materialFiles) {
    digest.update(one.sha256!)
    const text = (await readBytes(services, one, one.size_bytes)).toString('utf8')
    for (const [name, { color, textureName }] of readMaterials(text)) {
      const picture = sameParty.find((two) => isTexture(two, textureName))
      if (picture && !textures.has(picture.id) && textures.size < texturesMax) {
        digest.update(picture.sha256!)
        textures.set(picture.id, await readPicture(await readBytes(services, picture, picture.size_bytes)))
      }
      const texture = picture && textures.get(picture.id)
      paint.set(name, { ...(color && { color }), ...(texture && { texture }) })
    }
  }
  return paint.size === 0 ? undefined : { key: digest.digest(), paint }
}

const isTexture = (file: FileRow, name: string | undefined): boolean =>
  name !== undefined &&
  file.name.toLowerCase() === name.toLowerCase() &&
  ['jpeg', 'png', 'webp'].includes(file.kind ?? '') &&
  file.size_bytes <= textureBytesMax

async function readBytes({ storage }: Services, file: FileRow, sizeBytes: number): Promise<Buffer> {
  const source = await storage.openFile(file.sha256!.toString('hex'), { start: 0, end: sizeBytes - 1 })
  return await readAll(source)
}
