/** A point of a stroke in a box 10 wide and 14 high; y grows downwards. */
export type Point = readonly [x: number, y: number]

/** One pen stroke. A curve passes smoothly through its points. */
export type Stroke = { isCurve: boolean; points: readonly Point[] }

// One row per character: `;` separates strokes, `~` begins a curve, points are `x,y`. No font needs to be installed. Of
// characters that look alike (0 O, 1 I, 4 A, 5 S, 8 B, 2 Z, 6 G, K X, U V), at most one is included.
const drawn = {
  2: '~1,4 2,1.4 5,0.6 8,1.6 8.8,4.4 7,7.6 4,10.6 1,13.6; 1,13.6 9,13.6',
  3: '~1.2,2.6 3.6,0.7 7,1.2 8.4,3.8 7,6.2 4,6.8; ~4,6.8 7.6,7.4 9,10 7.6,12.8 4,13.6 1,12',
  6: '~8,1.2 5,2.6 2.4,5.8 1.2,9.6 2.4,12.8 5,13.7 8,12.4 8.8,9.6 7.4,7.2 4.8,6.8 2,8.6',
  7: '0.8,0.8 9.2,0.8 4,13.8',
  8: '~5,6.6 2,5.2 1.6,2.6 5,0.5 8.4,2.6 8,5.2 5,6.6 1.8,8.4 1.2,11.4 5,13.7 8.8,11.4 8.2,8.4 5,6.6',
  9: '~8.2,5.4 5.2,7.2 2.4,6.8 1.2,4.2 2.2,1.6 5,0.5 7.6,1.4 8.8,4.4 7.6,8.6 5,12 2,13.6',
  A: '0.6,13.8 5,0.4 9.4,13.8; 2.2,9.2 7.8,9.2',
  C: '~9,3 7.2,1 4.6,0.6 2,2.4 0.9,7 2,11.6 4.6,13.4 7.2,13 9,11',
  E: '8.8,0.6 1.4,0.6 1.4,13.6 9,13.6; 1.4,7 7.6,7',
  F: '9,0.6 1.4,0.6 1.4,14; 1.4,7 7.6,7',
  H: '1,0.4 1,13.8; 9,0.4 9,13.8; 1,7 9,7',
  K: '1.2,0.4 1.2,13.8; 9,0.4 1.2,8.4; 4,5.8 9.2,13.8',
  L: '1.6,0.4 1.6,13.6 9,13.6',
  M: '0.4,13.8 1,0.6 5,8.6 9,0.6 9.6,13.8',
  N: '1,13.8 1,0.6 9,13.6 9,0.4',
  P: '1.4,14 1.4,0.8; ~1.4,0.8 5.6,0.7 8.6,2 9,4.4 8.2,6.8 5.4,7.8 1.4,7.8',
  R: '1.4,14 1.4,0.8; ~1.4,0.8 5.6,0.7 8.4,1.8 9,4 8.2,6.2 5.4,7.2 1.4,7.2; 5,7.2 9.2,13.8',
  T: '0.6,0.8 9.4,0.8; 5,0.8 5,14',
  W: '0.2,0.4 2.4,13.6 5,5 7.6,13.6 9.8,0.4',
  Y: '0.6,0.4 5,7; 9.4,0.4 5,7 5,14',
} as const

const parsePoint = (text: string): Point => {
  const [x, y] = text.split(',').map(Number)
  return [x!, y!]
}

function parseStroke(text: string): Stroke {
  const trimmed = text.trim()
  const isCurve = trimmed.startsWith('~')
  return { isCurve, points: trimmed.replace('~', '').split(' ').map(parsePoint) }
}

/** The characters of a captcha and their strokes. */
export const glyphs: ReadonlyMap<string, readonly Stroke[]> = new Map(
  Object.entries(drawn).map(([sign, strokes]) => [sign, strokes.split(';').map(parseStroke)]),
)

/** All characters that a picture may contain, sorted. */
export const signs: readonly string[] = [...glyphs.keys()].sort()
