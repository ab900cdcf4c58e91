import { archOf, isPrimary, positionOf, type Tooth, toothClassOf } from '@pontic/contract'

/** A point of a tooth. `across` is −1 at the mesial and 1 at the distal side, `inward` −1 at the cheek and 1 at the tongue. */
export type ToothPoint = readonly [across: number, inward: number]

/** The drawing of a tooth's chewing side. */
export type ToothShape = {
  readonly outline: readonly ToothPoint[]
  /** Edges and grooves, each a line through its points. */
  readonly lines: readonly (readonly ToothPoint[])[]
}

/** An upper incisor: wide at the lip, with an edge along the lip side and a hollow towards the tongue. */
const upperIncisor: ToothShape = {
  outline: [
    [-0.96, -0.52],
    [-0.62, -0.9],
    [0, -1],
    [0.6, -0.88],
    [0.97, -0.46],
    [0.82, 0.14],
    [0.44, 0.78],
    [0, 0.98],
    [-0.44, 0.78],
    [-0.84, 0.1],
  ],
  lines: [
    [
      [-0.74, -0.44],
      [0, -0.54],
      [0.74, -0.4],
    ],
    [
      [-0.5, 0.02],
      [-0.26, 0.42],
      [0, 0.54],
      [0.26, 0.42],
      [0.5, 0.04],
    ],
  ],
}

const lowerIncisor: ToothShape = {
  outline: [
    [-0.92, -0.36],
    [-0.52, -0.88],
    [0, -1],
    [0.52, -0.88],
    [0.92, -0.36],
    [0.7, 0.4],
    [0.34, 0.88],
    [0, 1],
    [-0.34, 0.88],
    [-0.7, 0.4],
  ],
  lines: [
    [
      [-0.62, -0.28],
      [0, -0.34],
      [0.62, -0.28],
    ],
  ],
}

/** A canine with a single tip. Its ridges divide the tooth into four parts. */
const canine: ToothShape = {
  outline: [
    [-0.94, -0.16],
    [-0.62, -0.74],
    [-0.04, -1],
    [0.56, -0.78],
    [0.96, -0.12],
    [0.64, 0.56],
    [0.06, 1],
    [-0.58, 0.6],
  ],
  lines: [
    [
      [-0.62, -0.14],
      [-0.04, -0.3],
      [0.66, -0.08],
    ],
    [
      [-0.04, -0.3],
      [0.02, 0.12],
      [0.02, 0.52],
    ],
  ],
}

/** An upper premolar: two cusps with a groove between them. */
const upperPremolar: ToothShape = {
  outline: [
    [-0.9, -0.34],
    [-0.62, -0.84],
    [0, -1],
    [0.62, -0.86],
    [0.94, -0.34],
    [0.84, 0.34],
    [0.5, 0.88],
    [-0.06, 1],
    [-0.58, 0.82],
    [-0.88, 0.28],
  ],
  lines: [
    [
      [-0.56, -0.06],
      [-0.4, 0.06],
      [0, 0.1],
      [0.42, 0.06],
      [0.58, -0.08],
    ],
    [
      [-0.4, 0.06],
      [-0.54, 0.26],
    ],
    [
      [0.42, 0.06],
      [0.56, 0.24],
    ],
  ],
}

const lowerPremolar: ToothShape = {
  outline: [
    [-0.92, -0.22],
    [-0.6, -0.8],
    [0, -1],
    [0.6, -0.8],
    [0.95, -0.2],
    [0.84, 0.46],
    [0.42, 0.92],
    [-0.08, 0.96],
    [-0.58, 0.8],
    [-0.9, 0.34],
  ],
  lines: [
    [
      [-0.52, 0.02],
      [-0.3, 0.22],
      [0.04, 0.28],
      [0.34, 0.22],
      [0.54, 0],
    ],
    [
      [0.04, 0.28],
      [0.1, 0.64],
    ],
  ],
}

/** An upper molar: oblique, with a prominent cusp at the front of the cheek side and a diagonal ridge. */
const upperMolar: ToothShape = {
  outline: [
    [-0.98, -0.3],
    [-0.86, -0.8],
    [-0.46, -1],
    [-0.02, -0.88],
    [0.42, -0.94],
    [0.84, -0.68],
    [0.96, -0.14],
    [1, 0.46],
    [0.74, 0.92],
    [0.32, 0.96],
    [-0.04, 0.86],
    [-0.48, 0.96],
    [-0.84, 0.7],
    [-0.92, 0.2],
  ],
  lines: [
    [
      [-0.66, -0.02],
      [-0.36, 0.04],
      [-0.06, -0.1],
      [-0.02, -0.66],
    ],
    [
      [-0.06, -0.1],
      [0.2, -0.02],
    ],
    [
      [0.72, 0.02],
      [0.4, 0.16],
      [0.16, 0.36],
      [0.06, 0.68],
    ],
  ],
}

/** A lower molar: long and square, with three cusps at the cheek and two at the tongue. */
const lowerMolar: ToothShape = {
  outline: [
    [-0.98, -0.28],
    [-0.86, -0.78],
    [-0.5, -0.98],
    [-0.2, -0.88],
    [0.14, -0.96],
    [0.5, -0.86],
    [0.82, -0.66],
    [0.98, -0.14],
    [0.94, 0.44],
    [0.72, 0.9],
    [0.3, 1],
    [-0.04, 0.9],
    [-0.44, 0.99],
    [-0.82, 0.78],
    [-0.95, 0.28],
  ],
  lines: [
    [
      [-0.68, 0.02],
      [-0.46, -0.04],
      [-0.22, 0.06],
      [-0.02, 0.02],
      [0.22, 0.1],
      [0.46, 0],
      [0.7, 0.06],
    ],
    [
      [-0.22, 0.06],
      [-0.2, -0.64],
    ],
    [
      [0.46, 0],
      [0.5, -0.56],
    ],
    [
      [-0.02, 0.02],
      [-0.04, 0.66],
    ],
  ],
}

const shapes = {
  upper: { incisor: upperIncisor, canine, premolar: upperPremolar, molar: upperMolar },
  lower: { incisor: lowerIncisor, canine, premolar: lowerPremolar, molar: lowerMolar },
} as const

/** Returns the drawing of a tooth from above. */
export const shapeOf = (tooth: Tooth): ToothShape => shapes[archOf(tooth)][toothClassOf(tooth)]

type Sizes = readonly (readonly [widthMm: number, depthMm: number])[]

// Anatomical sizes by position from the midline. Lower incisors are wider than in reality, for touch.
const sizes: Readonly<Record<string, Sizes>> = {
  'upper permanent': [
    [8.4, 7.2],
    [6.8, 6.4],
    [7.6, 8],
    [7, 9],
    [6.8, 9],
    [10, 11],
    [9.4, 11],
    [8.4, 10],
  ],
  'lower permanent': [
    [6, 6.4],
    [6.1, 6.6],
    [7, 7.8],
    [7, 7.8],
    [7.1, 8.3],
    [10.8, 10.4],
    [10.2, 10.2],
    [9.4, 9.6],
  ],
  'upper primary': [
    [8.6, 7.4],
    [7.4, 6.8],
    [8.6, 8],
    [9.6, 10.4],
    [11.6, 12],
  ],
  'lower primary': [
    [7, 6.6],
    [7.2, 6.8],
    [7.8, 7.6],
    [10.6, 9.6],
    [12.4, 11],
  ],
}

/** Returns the size of a tooth in millimetres along the arch and across it. */
export function sizeOf(tooth: Tooth): readonly [widthMm: number, depthMm: number] {
  const row = sizes[`${archOf(tooth)} ${isPrimary(tooth) ? 'primary' : 'permanent'}`]
  return row?.[positionOf(tooth) - 1] ?? [8, 8]
}
