import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { meshLimits } from './mesh.ts'
import { parseMesh } from './parse.ts'
import { decodePreview } from './preview-read.ts'
import { collectPipeline } from './run-pipeline.ts'
import type { Texture } from './texture.ts'
import { readTextures } from './textures.ts'
import { type GlbPart, writeGlbScene } from './write-glb.ts'

const jaw = parseMesh(
  new Uint8Array(readFileSync(new URL('../../../../demo/scans/case0-upper-teeth.obj', import.meta.url))),
)
const [left, width, front, depth] = [-40, 80, -60, 120]
const placeOf = ([x = 0, y = 0]: Float32Array) => [(x - left) / width, (y - front) / depth] as const
const places = Float32Array.from(
  Array.from({ length: jaw.positions.length / 3 }, (_, i) => i).flatMap((i) => [
    ...placeOf(jaw.positions.subarray(i * 3, i * 3 + 3)),
  ]),
)
/** Red grows from left to right, green from the first row to the last. */
const side = 512
const texture: Texture = { widthPx: side, heightPx: side, rgb: new Uint8Array(side * side * 3) }
for (let y = 0; y < side; y += 1)
  for (let x = 0; x < side; x += 1)
    texture.rgb.set([((x + 0.5) / side) * 255, ((y + 0.5) / side) * 255, 40], (y * side + x) * 3)
const packed = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, ...new TextEncoder().encode('Jane Roe')])
/** Maximum difference (of 255) that quantization, rounding and pixel steps cause. */
const maxShadeDifference = 3

/** Parses a textured jaw and asserts that each level has the colours of the texture at the coordinates of its vertices. */
async function expectTextured(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const asked: Uint8Array[] = []
  const { levels, facts } = await collectPipeline(bytes.slice(), 'upper', async (picture) => {
    asked.push(picture)
    return texture
  })
  expect(asked).toEqual([packed])
  expect(facts).toMatchObject({ hasColors: true, openEdges: 0, holes: 0 })
  expect(levels).toHaveLength(2)
  for (const { bytes: level } of levels) {
    const { mesh } = await decodePreview(level)
    let worst = 0
    for (let vertex = 0; vertex < mesh.vertexCount; vertex += 1) {
      const [u, v] = placeOf(mesh.positions.subarray(vertex * 3, vertex * 3 + 3))
      const [red, green, blue] = mesh.colors!.subarray(vertex * 4, vertex * 4 + 3)
      worst = Math.max(worst, Math.abs(red! - u * 255), Math.abs(green! - v * 255), Math.abs(blue! - 40))
    }
    expect(worst).toBeLessThanOrEqual(maxShadeDifference)
    expect(new TextDecoder('latin1').decode(level)).not.toMatch(/Jane Roe|\x89PNG/)
  }
}

describe('The colours of a jaw in a GLB', () => {
  it('are those of its texture, within 3 of 255 on each level', async () => {
    await expectTextured(writeGlbScene([{ ...jaw, places }], { picture: packed }))
  })

  it('are the product of vertex and material colours, and white if the picture cannot be decoded', async () => {
    const square: GlbPart = {
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      indices: Uint32Array.of(0, 1, 2),
      places: Float32Array.of(0, 0, 1, 0, 0, 1),
    }
    const colorsOf = (part: GlbPart, more: object = {}, textures = new Map([[0, texture]])) => [
      ...(parseMesh(writeGlbScene([part], { picture: packed, more }), meshLimits, textures).colors ?? []),
    ]
    const material = (values: object) => ({
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 }, ...values } }],
    })
    const colors = Uint8Array.from([200, 100, 50, 255, 0, 255, 9, 255, 1, 2, 3, 128])
    const none = new Map<number, Texture>()
    expect(colorsOf({ ...square, colors }, {}, none)).toEqual([...colors])
    // In sRGB, 147 is half the light of 200.
    const dimmed = colorsOf({ ...square, colors }, material({ baseColorFactor: [0.5, 1, 1, 1] }), none)
    expect(dimmed.slice(0, 4)).toEqual([147, 100, 50, 255])
    expect(colorsOf(square, {}, none)).toEqual([])
    expect(colorsOf(square).slice(0, 4)).toEqual([0, 0, 40, 255])
  })

  it('depend on the wrapping and transformation of the texture', () => {
    const at = (place: [number, number], more: object) => {
      const part = {
        positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
        indices: Uint32Array.of(0, 1, 2),
        places: Float32Array.of(...place, ...place, ...place),
      }
      const bytes = writeGlbScene([part], { picture: packed, more })
      const { colors } = parseMesh(bytes, meshLimits, new Map([[0, texture]]))
      return [...colors!.subarray(0, 2)].map((value) => Math.round(value / 25.5) / 10)
    }
    const wrapped = (wrapS: number) => ({ samplers: [{ wrapS }], textures: [{ source: 0, sampler: 0 }] })
    expect(at([1.2, 0.5], wrapped(10497))).toEqual([0.2, 0.5])
    expect(at([1.2, 0.5], wrapped(33648))).toEqual([0.8, 0.5])
    expect(at([1.2, 0.5], wrapped(33071))).toEqual([1, 0.5])
    const transform = { offset: [0.1, 0.2], scale: [0.5, 1] }
    const used = { index: 0, extensions: { KHR_texture_transform: transform } }
    const materials = [{ pbrMetallicRoughness: { baseColorTexture: used } }]
    expect(at([0.4, 0.5], { materials })).toEqual([0.3, 0.7])
  })
})

describe('The colours of a jaw in a 3MF', () => {
  /** Writes a texture coordinate of a 3MF, whose v axis points up. */
  const coordinate = (u: number, v: number) => `<m:tex2coord u="${u}" v="${1 - v}"/>`

  /** Writes a model in which each vertex has the texture coordinate with its index. */
  function writeTextured(
    { positions, indices }: { positions: Float32Array; indices: Uint32Array },
    coordinates: readonly string[],
    styles = '',
  ): string {
    const of3 = (values: Float32Array | Uint32Array, write: (a: number, b: number, c: number) => string) =>
      Array.from({ length: values.length / 3 }, (_, i) =>
        write(values[i * 3]!, values[i * 3 + 1]!, values[i * 3 + 2]!),
      ).join('')
    return [
      '<model unit="millimeter" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02" requiredextensions="m">',
      `<resources><m:texture2d id="7" path="/3D/Textures/Jane Roe.PNG" contenttype="image/png" ${styles}/>`,
      `<m:texture2dgroup id="8" texid="7">${coordinates.join('')}</m:texture2dgroup><object id="1"><mesh>`,
      `<vertices>${of3(positions, (x, y, z) => `<vertex x="${x}" y="${y}" z="${z}"/>`)}</vertices><triangles>`,
      of3(
        indices,
        (a, b, c) => `<triangle v1="${a}" v2="${b}" v3="${c}" pid="8" p1="${a}" p2="${b}" p3="${c}"/>`,
      ),
      '</triangles></mesh></object></resources><build><item objectid="1"/></build></model>',
    ].join('')
  }

  const pack = (model: string, picture = packed) =>
    zipSync({
      '3D/3dmodel.model': new TextEncoder().encode(model),
      'Metadata/thumbnail.png': packed,
      '3D/Textures/jane roe.png': picture,
    }) as Uint8Array<ArrayBuffer>

  it('are those of its texture, within 3 of 255 on each level', async () => {
    const coordinates = Array.from({ length: places.length / 2 }, (_, i) =>
      coordinate(places[i * 2]!, places[i * 2 + 1]!),
    )
    await expectTextured(pack(writeTextured(jaw, coordinates)))
  })

  it('depend on the wrapping of the texture, and are white without its picture', async () => {
    const triangle = {
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      indices: Uint32Array.of(0, 1, 2),
    }
    const at = async (styles: string, picture?: Uint8Array<ArrayBuffer>) => {
      const model = writeTextured(triangle, Array(3).fill(coordinate(1.2, 0.5)), styles)
      const textures = await readTextures(pack(model, picture), async () => texture, meshLimits.sizeBytes)
      const { colors } = parseMesh(pack(model, picture), meshLimits, textures)
      return colors && [...colors.subarray(0, 2)].map((value) => Math.round(value / 25.5) / 10)
    }
    expect(await at('')).toEqual([0.2, 0.5])
    expect(await at('tilestyleu="mirror" tilestylev="wrap"')).toEqual([0.8, 0.5])
    expect(await at('tilestyleu="clamp"')).toEqual([1, 0.5])
    expect(await at('', new TextEncoder().encode('<svg/>'))).toBeUndefined()
  })
})
