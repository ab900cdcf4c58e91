import { describe, expect, it } from 'vitest'
import { collectPipeline } from './run-pipeline.ts'
import { writeGlbScene } from './write-glb.ts'
import {
  squareCorners,
  squareTriangles,
  writeAsciiPly,
  writeAsciiStl,
  writeBinaryPly,
  writeBinaryStl,
  writeObj,
} from './write-mesh.ts'
import { write3mf, writeGlb, writeOff } from './write-models.ts'

const name = 'Jane Roe'
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

function binaryStl(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(writeBinaryStl())
  bytes.set(encode(name), 0)
  return bytes
}

/** Adds the name to the header of a PLY, as a comment and as `obj_info`. */
function named(ply: Uint8Array): Uint8Array<ArrayBuffer> {
  const end = latin(ply).indexOf('\nelement')
  const words = encode(`\ncomment TextureFile ${name}.png\nobj_info ${name}`)
  return Uint8Array.from([...ply.subarray(0, end), ...words, ...ply.subarray(end)])
}

/** Beginning of a JPEG with the name in its EXIF data. */
const picture = Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, ...encode(`Exif ${name}`)])
const texture = { widthPx: 1, heightPx: 1, rgb: Uint8Array.of(1, 2, 3) }
const square = {
  positions: Float32Array.from(squareCorners.flat()),
  indices: Uint32Array.from(squareTriangles.flat()),
  places: new Float32Array(8),
}

const files: Record<string, Uint8Array<ArrayBuffer>> = {
  'binary STL (header)': binaryStl(),
  'ASCII STL (name of the solid)': encode(writeAsciiStl().replaceAll(/^(end)?solid.*$/gm, `$1solid ${name}`)),
  'ASCII PLY (comments)': named(encode(writeAsciiPly())),
  'binary PLY (comments)': named(writeBinaryPly(true)),
  'OBJ (comments, objects, groups, materials, files)': encode(
    `# ${name}\nmtllib ${name}.mtl\no ${name}\ng ${name}\nusemtl ${name}\n${writeObj()}`,
  ),
  'OFF (comment)': encode(writeOff()),
  'COFF (comment)': encode(writeOff('COFF')),
  '3MF (metadata, names of materials and objects)': write3mf(),
  'GLB (names, generator)': writeGlb(),
  'GLB (names, extras, texture with EXIF)': writeGlbScene([square], { picture }),
}

describe('The name of a patient in a mesh file', () => {
  for (const [format, bytes] of Object.entries(files)) {
    it(`does not appear in any result of a file in the format ${format}`, async () => {
      // The name in a compressed 3MF appears only after decompression.
      if (!format.startsWith('3MF')) expect(latin(bytes)).toContain(name)
      const { levels, facts } = await collectPipeline(bytes.slice(), 'upper', async () => texture)
      expect(JSON.stringify(facts)).not.toMatch(/Jane|Roe/)
      for (const { bytes: level } of levels) {
        expect(latin(level)).not.toMatch(/Jane|Roe|Exif/)
        // The level contains only words of the format, and no picture.
        const json = JSON.parse(
          latin(level.subarray(20, 20 + new DataView(level.buffer).getUint32(12, true))),
        )
        expect(JSON.stringify(json)).not.toMatch(/"(name|images|textures|copyright)"/)
        expect(Object.keys(json.extras).sort()).toEqual(['isFaceted', 'level', 'pontic'])
      }
    })
  }
})
