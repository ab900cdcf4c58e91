/** A colour at a value: red, green, blue (sRGB, 0–255), and coverage from 0 (the scan's own colour) to 1. */
export type ColorStop = { at: number; color: readonly [number, number, number]; coverage: number }

/**
 * The colours of a map, in ascending order of values. Between two stops the colour is interpolated; two stops at the same value
 * are a sharp border. All scales differ in lightness or between blue and orange, so that colour-blind people can read them.
 */
export type ColorScale = {
  readonly stops: readonly ColorStop[]
  /** Values that the legend labels. */
  readonly marks: readonly number[]
}

const stop = (at: number, hex: string, coverage = 1): ColorStop => ({
  at,
  color: [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as [number, number, number],
  coverage,
})

/** Distances up to this are contacts: the thickness of articulating paper. */
export const contactMm = 0.1

/** Contacts as marks of blue articulating paper, and penetrations in red. */
export const contactScale: ColorScale = {
  stops: [
    stop(-0.3, '#5a0010'),
    stop(-0.1, '#b3122a'),
    stop(-0.02, '#e0483f'),
    stop(-0.02, '#142a9e'),
    stop(0.02, '#2446d8'),
    stop(0.06, '#5a78ee', 0.9),
    stop(contactMm, '#8fa2ff', 0.6),
    stop(contactMm, '#8fa2ff', 0),
    stop(0.15, '#8fa2ff', 0),
  ],
  marks: [-0.3, -0.1, 0, contactMm],
}

/** Clearance: orange to red below the required distance, blue above it. @param leastMm required distance */
export const clearanceScale = (leastMm: number): ColorScale => ({
  stops: [
    stop(-0.2, '#4a0a2c'),
    stop(0, '#8f1030'),
    stop(leastMm / 2, '#d9482b'),
    stop(leastMm, '#f6b73c'),
    stop(leastMm, '#cfe3f2'),
    stop(leastMm + 0.5, '#6ba6d6'),
    stop(leastMm + 1, '#2f6fae'),
    stop(leastMm + 1, '#2f6fae', 0),
  ],
  marks: [0, leastMm / 2, leastMm, leastMm + 0.5, leastMm + 1],
})

/** Deviations: blue behind the other surface, grey within the tolerance, orange to brown in front of it. */
export const deviationScale = (rangeMm: number, toleranceMm: number): ColorScale => ({
  stops: [
    stop(-rangeMm, '#12326f'),
    stop(-rangeMm / 2, '#4f86c6'),
    stop(-toleranceMm, '#c9dbea'),
    stop(-toleranceMm, '#ecebe6'),
    stop(toleranceMm, '#ecebe6'),
    stop(toleranceMm, '#f7dcb4'),
    stop(rangeMm / 2, '#e28a3c'),
    stop(rangeMm, '#842704'),
  ],
  marks: [-rangeMm, -rangeMm / 2, 0, rangeMm / 2, rangeMm],
})

/** Depths of undercuts from yellow to violet. */
export const undercutScale: ColorScale = {
  stops: [
    stop(0, '#fbe36b', 0),
    stop(0.01, '#fbe36b', 0.85),
    stop(0.25, '#f59e2c'),
    stop(0.5, '#d3436e'),
    stop(1, '#5b1284'),
  ],
  marks: [0, 0.25, 0.5, 0.75, 1],
}

/** Curvatures: blue in grooves, orange on ridges. Values in 1/mm. */
export const curvatureScale: ColorScale = {
  stops: [
    stop(-1.5, '#12326f'),
    stop(-0.6, '#4f86c6'),
    stop(-0.15, '#c9dbea', 0),
    stop(0.15, '#f7dcb4', 0),
    stop(0.6, '#ee9a3a'),
    stop(1.5, '#9c3203'),
  ],
  marks: [-1.5, 0, 1.5],
}

/** Wall thickness: orange to red below the required thickness, blue above it. */
export const thicknessScale = (leastMm: number): ColorScale => ({
  stops: [
    stop(0, '#5a0010'),
    stop(leastMm * 0.6, '#c8321f'),
    stop(leastMm, '#f6b73c'),
    stop(leastMm, '#cfe3f2'),
    stop(leastMm + 0.5, '#6ba6d6'),
    stop(leastMm + 1.5, '#1f4f8c', 0.9),
    stop(leastMm + 2, '#1f4f8c', 0),
  ],
  marks: [0, leastMm, leastMm + 0.5, leastMm + 1.5],
})

const tableSize = 1024

/**
 * Colours the vertices of a scan by their values. Values beyond the scale have the colour of its end. NaN is not coloured.
 * @returns red, green, blue and coverage per vertex, as `SceneTools.setColorMap` needs them
 */
export function colorValues(values: Float32Array, scale: ColorScale): Uint8Array<ArrayBuffer> {
  const low = scale.stops[0]!.at
  const high = scale.stops.at(-1)!.at
  // A table, because interpolating 250,000 vertices would take longer than a frame.
  const table = new Uint32Array(tableSize + 1)
  const bytes = new Uint8Array(table.buffer)
  for (let i = 0; i <= tableSize; i += 1) {
    const { color, coverage } = colorAt(low + ((high - low) * i) / tableSize, scale)
    bytes.set([...color, Math.round(coverage * 255)], i * 4)
  }
  const colors = new Uint32Array(values.length)
  const step = tableSize / (high - low)
  for (let vertex = 0; vertex < values.length; vertex += 1) {
    const value = values[vertex]!
    if (Number.isNaN(value)) continue
    const at = (value - low) * step
    colors[vertex] = table[at <= 0 ? 0 : at >= tableSize ? tableSize : Math.round(at)]!
  }
  return new Uint8Array(colors.buffer)
}

/** Returns the colour of one value. */
export function colorAt(value: number, { stops }: ColorScale): Omit<ColorStop, 'at'> {
  const next = stops.findIndex(({ at }) => at > value)
  if (next === 0) return stops[0]!
  if (next < 0) return stops.at(-1)!
  const [from, to] = [stops[next - 1]!, stops[next]!]
  const share = (value - from.at) / (to.at - from.at)
  const mix = (one: number, other: number) => one + (other - one) * share
  return {
    color: [0, 1, 2].map((i) => Math.round(mix(from.color[i]!, to.color[i]!))) as [number, number, number],
    coverage: mix(from.coverage, to.coverage),
  }
}

/** Returns the scale as a CSS gradient from its lowest to its highest value. */
export function gradientOf({ stops }: ColorScale): string {
  const [low, high] = [stops[0]!.at, stops.at(-1)!.at]
  const parts = stops.map(({ at, color, coverage }) => {
    const place = Math.round(((at - low) / (high - low)) * 1000) / 10
    return `rgb(${color.join(' ')} / ${coverage}) ${place}%`
  })
  return `linear-gradient(to right, ${parts.join(', ')})`
}

/** Returns where a value lies in the scale, from 0 to 1. */
export function placeOf(value: number, { stops }: ColorScale): number {
  const [low, high] = [stops[0]!.at, stops.at(-1)!.at]
  return Math.min(1, Math.max(0, (value - low) / (high - low)))
}
