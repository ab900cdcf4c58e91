type Triangles = { positions: Float32Array; indices: Uint32Array }

/** A mesh for a test GLB, with its placement and colours. */
export type GlbPart = Triangles & {
  /** Texture coordinate of each vertex. */
  places?: Float32Array
  /** Red, green, blue and alpha (0–255) of each vertex. */
  colors?: Uint8Array
  /** Additional fields of its node, such as a matrix. */
  node?: object
}

/** Packs JSON and a body into a GLB. */
export function packGlb(json: object, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json))
  const textBytes = Math.ceil(text.length / 4) * 4
  const glb = new Uint8Array(28 + textBytes + body.length).fill(32, 20, 20 + textBytes)
  const head = new DataView(glb.buffer)
  const words = [0x46546c67, 2, glb.length, textBytes, 0x4e4f534a]
  words.forEach((word, i) => {
    head.setUint32(i * 4, word, true)
  })
  head.setUint32(20 + textBytes, body.length, true)
  head.setUint32(24 + textBytes, 0x004e4942, true)
  glb.set(text, 20)
  glb.set(body, 28 + textBytes)
  return glb
}

/** Collects the bytes, buffer views and accessors of a GLB. */
class GlbBody {
  readonly bufferViews: object[] = []
  readonly accessors: object[] = []
  private readonly parts: Uint8Array[] = []
  private length = 0

  /** Adds a buffer view. @returns its number */
  addView(values: ArrayBufferView): number {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    this.bufferViews.push({ buffer: 0, byteOffset: this.length, byteLength: bytes.length })
    this.parts.push(bytes)
    this.length += Math.ceil(bytes.length / 4) * 4
    return this.bufferViews.length - 1
  }

  /** Adds an accessor. @returns its number */
  add(values: Float32Array | Uint32Array | Uint8Array, perItem: number): number {
    const componentType = values instanceof Float32Array ? 5126 : values instanceof Uint32Array ? 5125 : 5121
    const type = ['', 'SCALAR', 'VEC2', 'VEC3', 'VEC4'][perItem]
    const normalized = componentType === 5121
    const bufferView = this.addView(values)
    this.accessors.push({ bufferView, componentType, normalized, count: values.length / perItem, type })
    return this.accessors.length - 1
  }

  finish(): Uint8Array {
    const body = new Uint8Array(this.length)
    let at = 0
    for (const part of this.parts) {
      body.set(part, at)
      at += Math.ceil(part.length / 4) * 4
    }
    return body
  }
}

/**
 * Writes parts as meshes of a GLB scene. Each part has its own node under a common root node. All names in the file are a
 * patient's name, so that tests can check that no result contains it.
 * @param root fields of the root node; `picture` is an encoded picture for parts with texture coordinates
 * @param more additional top-level fields of the JSON
 */
export function writeGlbScene(
  parts: readonly GlbPart[],
  { root = {}, picture, more = {} }: { root?: object; picture?: Uint8Array; more?: object } = {},
): Uint8Array<ArrayBuffer> {
  const name = 'Jane Roe'
  const body = new GlbBody()
  const meshes = parts.map(({ positions, indices, places, colors }) => {
    const attributes = {
      POSITION: body.add(positions, 3),
      ...(places && { TEXCOORD_0: body.add(places, 2) }),
      ...(colors && { COLOR_0: body.add(colors, 4) }),
    }
    return {
      name,
      primitives: [{ attributes, indices: body.add(indices, 1), ...(places && { material: 0 }) }],
    }
  })
  const pictures = picture && describePicture(body.addView(picture))
  const { bufferViews, accessors } = body
  const bytes = body.finish()
  const json = {
    asset: { version: '2.0', generator: name },
    extras: { patient: name },
    scenes: [{ name, nodes: [parts.length] }],
    nodes: [
      ...parts.map(({ node }, mesh) => ({ name, mesh, ...node })),
      { name, children: parts.map((_, i) => i), ...root },
    ],
    meshes,
    accessors,
    bufferViews,
    buffers: [{ byteLength: bytes.length }],
    ...pictures,
    ...more,
  }
  return packGlb(json, bytes)
}

const describePicture = (bufferView: number) => ({
  materials: [{ name: 'Jane Roe', pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
  textures: [{ source: 0 }],
  images: [{ name: 'Jane Roe', mimeType: 'image/png', bufferView }],
})
