/** A label: the pixel that it describes, and its size in pixels. */
export type LabelBox = { x: number; y: number; width: number; height: number }

/** The upper left corner of a placed label. */
export type LabelPlace = { left: number; top: number }

/** Distance between a label and its pixel, and between two labels. */
const gapPx = 10
const spacePx = 3
const ringsMax = 40

/**
 * Places labels beside their pixels so that no label covers another one. A label stays inside the picture if there is room.
 * Earlier labels are placed first, so that they stay where they are when others follow.
 */
export function placeLabels(
  labels: readonly LabelBox[],
  picture: { width: number; height: number },
): LabelPlace[] {
  const placed: (LabelPlace & LabelBox)[] = []
  for (const label of labels) {
    const place = findPlace(label, picture, placed)
    placed.push({ ...label, ...place })
  }
  return placed.map(({ left, top }) => ({ left, top }))
}

function findPlace(
  label: LabelBox,
  picture: { width: number; height: number },
  placed: readonly (LabelPlace & LabelBox)[],
): LabelPlace {
  let free: LabelPlace | undefined
  for (let ring = 0; ring < ringsMax; ring += 1) {
    for (const place of listPlaces(label, ring)) {
      if (placed.some((other) => isOverlapping({ ...label, ...place }, other))) continue
      if (isInside({ ...label, ...place }, picture)) return place
      free ??= place
    }
  }
  return free ?? { left: label.x, top: label.y + ringsMax * (label.height + spacePx) }
}

/** Lists the places around the pixel, the nearest first: above, below, right, left. */
function listPlaces({ x, y, width, height }: LabelBox, ring: number): LabelPlace[] {
  const away = gapPx + ring * (height + spacePx)
  const [middle, level] = [x - width / 2, y - height / 2]
  return [
    { left: middle, top: y - away - height },
    { left: middle, top: y + away },
    { left: x + away, top: level },
    { left: x - away - width, top: level },
  ]
}

const isOverlapping = (a: LabelPlace & LabelBox, b: LabelPlace & LabelBox): boolean =>
  a.left < b.left + b.width + spacePx &&
  b.left < a.left + a.width + spacePx &&
  a.top < b.top + b.height + spacePx &&
  b.top < a.top + a.height + spacePx

const isInside = (
  { left, top, width, height }: LabelPlace & LabelBox,
  picture: { width: number; height: number },
): boolean => left >= 0 && top >= 0 && left + width <= picture.width && top + height <= picture.height
