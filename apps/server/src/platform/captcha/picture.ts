import { loadSharp } from '../sharp.ts'
import { glyphs, type Point, type Stroke } from './glyphs.ts'

/** Size in CSS pixels. The PNG has twice this width and height. */
export const pictureSize = { width: 216, height: 72 } as const

const density = 2
const margin = 22
const stepsPerPiece = 6
const ink = '#1b1d21'
const paper = '#f7f7f5'

/**
 * Creates a generator of pseudo-random numbers in [0, 1) from a seed (mulberry32), so that the picture of an id is
 * reproducible.
 */
function randomsOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number
const between = (random: Random, low: number, high: number) => low + random() * (high - low)

/** Samples points along a stroke. Straight segments are sampled as well, because the complete picture is bent afterwards. */
function sample({ isCurve, points }: Stroke): Point[] {
  const at = (index: number) => points[Math.min(Math.max(index, 0), points.length - 1)]!
  const found: Point[] = [at(0)]
  for (let piece = 0; piece < points.length - 1; piece++) {
    for (let step = 1; step <= stepsPerPiece; step++) {
      const t = step / stepsPerPiece
      const along = (axis: 0 | 1) =>
        isCurve
          ? bend(at(piece - 1)[axis], at(piece)[axis], at(piece + 1)[axis], at(piece + 2)[axis], t)
          : at(piece)[axis] * (1 - t) + at(piece + 1)[axis] * t
      found.push([along(0), along(1)])
    }
  }
  return found
}

// Catmull-Rom spline, which passes through its points.
const bend = (before: number, from: number, to: number, after: number, t: number) =>
  0.5 *
  (2 * from +
    (to - before) * t +
    (2 * before - 5 * from + 4 * to - after) * t * t +
    (3 * from - before - 3 * to + after) * t ** 3)

type Warp = (point: Point) => Point

/** Returns a transformation that rotates, slants and scales a character and moves it to its position in the row. */
function placeOf(random: Random, index: number, count: number): Warp {
  const room = (pictureSize.width - 2 * margin) / count
  const turn = between(random, -0.24, 0.24)
  const slant = between(random, -0.18, 0.18)
  const scale = between(random, 2.3, 2.8)
  const centreX = margin + room * (index + 0.5) + between(random, -3, 3)
  const centreY = pictureSize.height / 2 + between(random, -5, 5)
  return ([x, y]) => {
    const [ownX, ownY] = [(x - 5 + slant * (7 - y)) * scale, (y - 7) * scale]
    return [
      centreX + ownX * Math.cos(turn) - ownY * Math.sin(turn),
      centreY + ownX * Math.sin(turn) + ownY * Math.cos(turn),
    ]
  }
}

/** Returns a transformation that bends the complete picture in waves. */
function waveOf(random: Random): Warp {
  const [highY, longY, atY] = [between(random, 2, 4.5), between(random, 40, 70), between(random, 0, 6.28)]
  const [highX, longX, atX] = [between(random, 1, 2.2), between(random, 30, 44), between(random, 0, 6.28)]
  return ([x, y]) => [
    x + highX * Math.sin((y / longX) * 6.28 + atX),
    y + highY * Math.sin((x / longY) * 6.28 + atY),
  ]
}

const pathOf = (points: readonly Point[], width: number) =>
  `<path d="M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}" stroke-width="${width.toFixed(1)}"/>`

/** Draws a line across all characters in their colour, so that it cannot be filtered out by colour. */
function lineAcross(random: Random, wave: Warp): string {
  const [from, to] = [between(random, 10, 62), between(random, 10, 62)]
  const points = Array.from({ length: 40 }, (_, index): Point => {
    const t = index / 39
    return wave([4 + t * (pictureSize.width - 8), from * (1 - t) + to * t + 6 * Math.sin(t * 9 + from)])
  })
  return pathOf(points, between(random, 1.4, 2.4))
}

function scratch(random: Random): string {
  const [x, y] = [between(random, 6, pictureSize.width - 6), between(random, 6, pictureSize.height - 6)]
  const [dx, dy] = [between(random, -12, 12), between(random, -12, 12)]
  return pathOf(
    [
      [x, y],
      [x + dx, y + dy],
    ],
    between(random, 1, 2),
  )
}

/** Draws the characters of `code` as SVG, distorted by random numbers from `seed`. */
export function drawSvg(code: string, seed: number): string {
  const random = randomsOf(seed)
  const wave = waveOf(random)
  const paths = [...code].flatMap((sign, index) => {
    const place = placeOf(random, index, code.length)
    const width = between(random, 2.9, 3.9)
    return (glyphs.get(sign) ?? []).map((stroke) =>
      pathOf(
        sample(stroke).map((point) => wave(place(point))),
        width,
      ),
    )
  })
  const noise = [
    ...Array.from({ length: 2 }, () => lineAcross(random, wave)),
    ...Array.from({ length: 14 }, () => scratch(random)),
  ]
  const { width, height } = pictureSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * density}" height="${height * density}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${paper}"/><g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}${noise.join('')}</g></svg>`
}

/** Draws the picture as PNG. It is rendered at each call and not cached. */
export async function drawPicture(code: string, seed: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return await sharp(Buffer.from(drawSvg(code, seed)))
    .png({ palette: true, colours: 16 })
    .toBuffer()
}
