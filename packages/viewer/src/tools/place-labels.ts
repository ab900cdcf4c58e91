/** A label: the pixel that it describes, and its size in pixels. */
export type LabelBox = { x: number; y: number; width: number; height: number }

/** The upper left corner of a placed label. */
export type LabelPlace = { left: number; top: number }

/** Distance between a label and its pixel, and between two labels. */
const gapPx = 10
const spacePx = 3
const ringsMax = 40
/** Radius of a dot that no label covers. */
const dotPx = 5

type Placed = LabelPlace & LabelBox

/**
 * Places labels beside their pixels so that no label covers another one or a dot. A label stays inside the picture if there is
 * room.
 * Earlier labels are placed first, so that they stay where they are when others follow.
 */
export function placeLabels(
  labels: readonly LabelBox[],
  picture: { width: number; height: number },
  dots: readonly { x: number; y: number }[] = [],
): LabelPlace[] {
  const placed: Placed[] = dots.map(({ x, y }) => ({
    ...{ x, y, left: x - dotPx, top: y - dotPx },
    ...{ width: dotPx * 2, height: dotPx * 2 },
  }))
  for (const label of labels) placed.push({ ...label, ...findPlace(label, picture, placed) })
  return placed.slice(dots.length).map(({ left, top }) => ({ left, top }))
}

function findPlace(
  label: LabelBox,
  picture: { width: number; height: number },
  placed: readonly Placed[],
): LabelPlace {
  for (let ring = 0; ring < ringsMax; ring += 1)
    for (const place of listPlaces(label, ring)) {
      const inside = {
        left: Math.max(0, Math.min(picture.width - label.width, place.left)),
        top: Math.max(0, Math.min(picture.height - label.height, place.top)),
      }
      if (!placed.some((other) => isOverlapping({ ...label, ...inside }, other))) return inside
    }
  // The picture is full of labels.
  return { left: label.x, top: label.y }
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

const isOverlapping = (a: Placed, b: Placed): boolean =>
  a.left < b.left + b.width + spacePx &&
  b.left < a.left + a.width + spacePx &&
  a.top < b.top + b.height + spacePx &&
  b.top < a.top + a.height + spacePx
