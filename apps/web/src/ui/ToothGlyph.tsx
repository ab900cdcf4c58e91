import type { Tooth } from '@pontic/contract'
import css from './ToothChart.module.css'
import type { PlacedTooth } from './tooth-layout.ts'

/** The work on each tooth; teeth without work are missing. */
export type ToothMarks = Readonly<Partial<Record<Tooth, ToothMark>>>

/** The work on a tooth. `name` is shown in the legend, and `words` describes it for screen readers. */
export type ToothMark = { readonly look: ToothLook; readonly name: string; readonly words?: string }

/**
 * How work is drawn, so that it is distinct without colour: a crown is filled, a pontic hatched, a veneer filled at the cheek
 * side, an inlay filled in the middle, an implant filled with a screw, a missing tooth dashed with a cross, and a bracket a
 * square with a slot.
 */
export type ToothLook = 'crown' | 'pontic' | 'veneer' | 'inlay' | 'implant' | 'missing' | 'bracket'

/** Draws a tooth. @param props.hatch id of the pattern of {@link Hatch} */
export function ToothGlyph({
  placed,
  look,
  hatch,
}: {
  placed: PlacedTooth
  look: ToothLook | undefined
  hatch: string
}) {
  const { outline, lines } = placed
  return (
    <>
      <path
        className="tooth-outline"
        d={outline}
        {...(look === 'pontic' ? { style: { fill: `url(#${hatch})` } } : {})}
      />
      {look === 'veneer' && <path className={css.toothFilled} d={placed.face} />}
      {look === 'inlay' && <path className={css.toothFilled} d={outline} transform={scaleAt(placed, 0.52)} />}
      {(look === undefined || look === 'crown' || look === 'veneer') && (
        <path className={css.toothLines} d={lines} />
      )}
      {look === 'implant' && <Screw placed={placed} />}
      {look === 'missing' && <path className={css.toothCross} d={crossAt(placed)} />}
      {look === 'bracket' && <Bracket placed={placed} />}
    </>
  )
}

/** The fill pattern of pontics. */
export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
        className={css.toothHatch}
      >
        <rect width="5" height="5" />
        <path d="M1 0V5" />
      </pattern>
    </defs>
  )
}

/** Returns an SVG transform that scales around the centre of a tooth. */
export const scaleAt = ({ center: [x, y] }: PlacedTooth, by: number): string =>
  `translate(${x} ${y}) scale(${by}) translate(${-x} ${-y})`

function Screw({ placed: { center } }: { placed: PlacedTooth }) {
  const [x, y] = center
  return (
    <>
      <circle className={css.toothScrew} cx={x} cy={y} r={6.5} />
      <path className={css.toothSlot} d={`M${x - 3.5} ${y}h7M${x} ${y - 3.5}v7`} />
    </>
  )
}

function Bracket({ placed: { center } }: { placed: PlacedTooth }) {
  const [x, y] = center
  return (
    <>
      <rect className={css.toothFilled} x={x - 5} y={y - 5} width={10} height={10} rx={2} />
      <path className={css.toothSlot} data-on="fill" d={`M${x - 5} ${y}h10`} />
    </>
  )
}

function crossAt({ center: [x, y] }: PlacedTooth): string {
  return `M${x - 6} ${y - 6}l12 12M${x + 6} ${y - 6}l-12 12`
}
