import { type Directed, guessAxes, jawOf, type OrientedScan, openFacing } from './arch-axes.ts'
import type { PreparedMesh } from './mesh.ts'

/** A rendered scan: red, green, blue, alpha of each pixel, row by row from the top, on a transparent background. */
export type Picture = { widthPx: number; heightPx: number; rgba: Uint8ClampedArray<ArrayBuffer> }

type Vector = readonly [number, number, number]
/** The camera's axes in the coordinates of the file: right, up, and from the scan to the camera. */
type Eye = { right: Vector; up: Vector; back: Vector }

/** Margin around the scan as a share of the picture. */
const margin = 0.06
/** The colour of enamel, and the factors that darken a hollow, in linear light. */
const enamel: Vector = [0.86, 0.76, 0.62]
const hollow: Vector = [0.34, 0.29, 0.25]
/** Lights in the camera's axes: a key light from the upper left, a weak fill light from the right, and the sky. */
const key = { direction: unit([-0.45, 0.55, 0.7]), strength: 0.78 }
const fill = { direction: unit([0.8, -0.1, 0.55]), strength: 0.22 }
const ambient = { sky: 0.3, ground: 0.14 }
/** The highlight on wet enamel. */
const gloss = { direction: unit([key.direction[0], key.direction[1], key.direction[2] + 1]), strength: 0.16 }
const glossPower = 24

/**
 * Renders a scan from its occlusal side as dentists photograph it: with the front teeth of an upper arch at the top, and
 * those of a lower arch at the bottom. Uses a depth buffer and smooth shading without textures. Takes about 0.1 s for a
 * coarse level.
 * @param role determines the rotation if it belongs to a jaw
 */
export function drawPicture(
  mesh: PreparedMesh,
  role: OrientedScan['role'],
  size: { widthPx: number; heightPx: number },
): Picture {
  const eye = findEye(mesh, role)
  const picture = { ...size, rgba: new Uint8ClampedArray(size.widthPx * size.heightPx * 4) }
  const points = project(mesh, eye, size)
  const shades = shadeVertices(mesh, eye)
  const depths = new Float32Array(size.widthPx * size.heightPx).fill(-Infinity)
  const { indices } = mesh.mesh
  for (let i = 0; i < indices.length; i += 3)
    fillTriangle(picture, depths, points, shades, indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3)
  return picture
}

function findEye(mesh: PreparedMesh, role: OrientedScan['role']): Eye {
  const { up, front } = guessAxes([{ role, mesh }])
  const jaw = jawOf(role)
  const isFromBelow = jaw ? jaw === 'upper' : openFacing(mesh, up.axis) * up.sign < -0.05
  const back = toVector(up, isFromBelow ? -1 : 1)
  const top = toVector(front, isFromBelow ? 1 : -1)
  return { right: cross(top, back), up: top, back }
}

function toVector({ axis, sign }: Directed, times: number): Vector {
  const vector: [number, number, number] = [0, 0, 0]
  vector[axis] = sign * times
  return vector
}

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

const dot = (a: Vector, x: number, y: number, z: number) => a[0] * x + a[1] * y + a[2] * z

function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector)
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}

/** Computes the pixel position and depth of each vertex, scaled so that the scan fits into the picture. */
function project(
  { mesh }: PreparedMesh,
  eye: Eye,
  size: { widthPx: number; heightPx: number },
): Float32Array {
  const { positions, vertexCount } = mesh
  const points = new Float32Array(vertexCount * 3)
  const low = [Infinity, Infinity]
  const high = [-Infinity, -Infinity]
  for (let at = 0; at < points.length; at += 3) {
    const x = positions[at]!
    const y = positions[at + 1]!
    const z = positions[at + 2]!
    points[at] = dot(eye.right, x, y, z)
    points[at + 1] = -dot(eye.up, x, y, z)
    points[at + 2] = dot(eye.back, x, y, z)
    for (let axis = 0; axis < 2; axis += 1) {
      if (points[at + axis]! < low[axis]!) low[axis] = points[at + axis]!
      if (points[at + axis]! > high[axis]!) high[axis] = points[at + axis]!
    }
  }
  const room = [size.widthPx * (1 - 2 * margin), size.heightPx * (1 - 2 * margin)]
  const scale = Math.min(room[0]! / (high[0]! - low[0]! || 1), room[1]! / (high[1]! - low[1]! || 1))
  const left = (size.widthPx - (high[0]! + low[0]!) * scale) / 2
  const top = (size.heightPx - (high[1]! + low[1]!) * scale) / 2
  for (let at = 0; at < points.length; at += 3) {
    points[at] = points[at]! * scale + left
    points[at + 1] = points[at + 1]! * scale + top
    points[at + 2] = points[at + 2]! * scale
  }
  return points
}

/** Computes the lit colour of each vertex: red, green, blue (0–255). */
function shadeVertices({ mesh, normals, cavity }: PreparedMesh, eye: Eye): Float32Array {
  const { colors, vertexCount } = mesh
  const shades = new Float32Array(vertexCount * 3)
  for (let vertex = 0; vertex < vertexCount; vertex += 1) {
    const at = vertex * 3
    const nx = normals[at]!
    const ny = normals[at + 1]!
    const nz = normals[at + 2]!
    const x = dot(eye.right, nx, ny, nz)
    const y = dot(eye.up, nx, ny, nz)
    const z = dot(eye.back, nx, ny, nz)
    // A back face is lit like a front face.
    const side = z < 0 ? -1 : 1
    const sky = (side * y + 1) / 2
    const diffuse =
      key.strength * Math.max(0, side * dot(key.direction, x, y, z)) +
      fill.strength * Math.max(0, side * dot(fill.direction, x, y, z)) +
      ambient.ground +
      (ambient.sky - ambient.ground) * sky
    const shine = gloss.strength * Math.max(0, side * dot(gloss.direction, x, y, z)) ** glossPower
    const flat = cavity[vertex]! / 255
    for (let channel = 0; channel < 3; channel += 1) {
      const own = colors ? (colors[vertex * 4 + channel]! / 255) ** 2.2 : enamel[channel]!
      const base = own * (flat + (1 - flat) * hollow[channel]!)
      shades[at + channel] = 255 * Math.min(1, base * diffuse + shine) ** (1 / 2.2)
    }
  }
  return shades
}

/** Draws a triangle. `a`, `b` and `c` are the positions of its corners in `points` and `shades`. */
function fillTriangle(
  { widthPx, heightPx, rgba }: Picture,
  depths: Float32Array,
  points: Float32Array,
  shades: Float32Array,
  a: number,
  b: number,
  c: number,
): void {
  const ax = points[a]!
  const ay = points[a + 1]!
  const bx = points[b]!
  const by = points[b + 1]!
  const cx = points[c]!
  const cy = points[c + 1]!
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (area === 0) return
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const right = Math.min(widthPx - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(heightPx - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  const az = points[a + 2]!
  const bz = points[b + 2]!
  const cz = points[c + 2]!
  for (let row = top; row <= bottom; row += 1) {
    const py = row + 0.5
    for (let column = left; column <= right; column += 1) {
      const px = column + 0.5
      const u = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area
      const v = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area
      const w = 1 - u - v
      if (u < 0 || v < 0 || w < 0) continue
      const depth = u * az + v * bz + w * cz
      const pixel = row * widthPx + column
      if (depth <= depths[pixel]!) continue
      depths[pixel] = depth
      const to = pixel * 4
      rgba[to] = u * shades[a]! + v * shades[b]! + w * shades[c]!
      rgba[to + 1] = u * shades[a + 1]! + v * shades[b + 1]! + w * shades[c + 1]!
      rgba[to + 2] = u * shades[a + 2]! + v * shades[b + 2]! + w * shades[c + 2]!
      rgba[to + 3] = 255
    }
  }
}
