import { refuseNonsense } from './glb-file.ts'
import { listGlbPictures } from './glb-textures.ts'
import { MeshError } from './mesh.ts'
import { list3mfPictures } from './model-3mf.ts'
import { recognizeWholeMesh } from './recognize.ts'
import { type ReadPicture, type Texture, type Textures, texturesMax } from './texture.ts'

const pictureLists = { glb: listGlbPictures, '3mf': list3mfPictures }

/**
 * Reads the pictures that colour the surfaces of a GLB or 3MF. Only those that lie in the file itself, and only PNG, JPEG and
 * WebP by their first bytes; what can't be read is left out, and its surface has the colour of its material.
 * @param sizeBytesMax bytes that are unpacked for it
 * @returns none for other formats
 * @throws the reasons of `parseMesh` for GLB and 3MF
 */
export async function readTextures(
  bytes: Uint8Array,
  readPicture: ReadPicture,
  sizeBytesMax: number,
): Promise<Textures> {
  const textures = new Map<number | string, Texture>()
  const format = recognizeWholeMesh(bytes)
  if (format !== 'glb' && format !== '3mf') return textures
  let left = texturesMax
  for (const [key, read] of pictureLists[format](bytes, sizeBytesMax)) {
    const picture = readOrSkip(read)
    if (!picture || !isPicture(picture)) continue
    const texture = await readPicture(picture.slice())
    if (texture && isWhole(texture)) textures.set(key, texture)
    left -= 1
    if (left === 0) break
  }
  return textures
}

/** What can be read; undefined for what is damaged: a scan is worth having without its colours. */
function readOrSkip(read: () => Uint8Array): Uint8Array | undefined {
  try {
    return refuseNonsense(read)
  } catch (error) {
    if (error instanceof MeshError) return undefined
    throw error
  }
}

/** PNG, JPEG or WebP by the first bytes: nothing else is handed to a decoder. */
function isPicture(bytes: Uint8Array): boolean {
  const starts = (at: number, ...values: number[]) => values.every((value, i) => bytes[at + i] === value)
  const isWebp = starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50)
  return starts(0, 0x89, 0x50, 0x4e, 0x47) || starts(0, 0xff, 0xd8, 0xff) || isWebp
}

const isWhole = ({ widthPx, heightPx, rgb }: Texture) =>
  widthPx > 0 && heightPx > 0 && rgb.length >= widthPx * heightPx * 3
