import { rejectMalformedJson } from './glb-file.ts'
import { listGlbPictures } from './glb-textures.ts'
import { MeshError } from './mesh.ts'
import { list3mfPictures } from './model-3mf.ts'
import { recognizeWholeMesh } from './recognize.ts'
import { type ReadPicture, type Texture, type Textures, texturesMax } from './texture.ts'

const pictureLists = { glb: listGlbPictures, '3mf': list3mfPictures }

/**
 * Decodes the textures of a GLB or 3MF: pictures inside the file that begin like a PNG, JPEG or WebP. Pictures after the
 * first `texturesMax`, and pictures that cannot be decoded, are omitted. Their surfaces have the colour of the material.
 * @param sizeBytesMax maximum number of decompressed bytes of a 3MF; not used for a GLB
 * @returns an empty map for other formats
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

/** Reads the bytes of a picture; undefined if they are damaged, because a scan is useful without its colours. */
function readOrSkip(read: () => Uint8Array): Uint8Array | undefined {
  try {
    return rejectMalformedJson(read)
  } catch (error) {
    if (error instanceof MeshError) return undefined
    throw error
  }
}

/** Whether bytes begin like a PNG, JPEG or WebP. Other files are never decoded. */
function isPicture(bytes: Uint8Array): boolean {
  const starts = (at: number, ...values: number[]) => values.every((value, i) => bytes[at + i] === value)
  const isWebp = starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50)
  return starts(0, 0x89, 0x50, 0x4e, 0x47) || starts(0, 0xff, 0xd8, 0xff) || isWebp
}

const isWhole = ({ widthPx, heightPx, rgb }: Texture) =>
  widthPx > 0 && heightPx > 0 && rgb.length >= widthPx * heightPx * 3
