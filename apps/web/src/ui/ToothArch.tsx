import {
  type Arch,
  archOf,
  type Dentition,
  formatTooth,
  type TeethNumbering,
  type Tooth,
} from '@pontic/contract'
import { useMemo } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import css from './ToothChart.module.css'
import type { ToothMarks } from './ToothGlyph.tsx'
import { Hatch, scaleAt, ToothGlyph } from './ToothGlyph.tsx'
import { type PlacedTooth, placeArch } from './tooth-layout.ts'
import { areJoined, drawnJoints, type Joint } from './tooth-picking.ts'

/** Props of both arches of a chart. */
export type ArchProps = {
  readonly dentition: Dentition
  readonly notation: TeethNumbering
  readonly marks: ToothMarks
  readonly joints: readonly Joint[]
  readonly selected: readonly Tooth[]
  /** The teeth over which the pointer is being dragged. */
  readonly drag: readonly Tooth[]
  /** The tooth in the tab order; undefined for a chart without selection. */
  readonly active: Tooth | undefined
  readonly words: (tooth: Tooth) => string
  readonly hatch: string
}

/** One arch of a chart: teeth with labels, and joints between teeth. */
export function ToothArch({ arch, ...props }: ArchProps & { arch: Arch }) {
  const t = useTexts('teeth')
  const { width, height, teeth } = useMemo(() => placeArch(arch, props.dentition), [arch, props.dentition])
  const dragged = props.drag.slice(1).map((tooth, index): Joint => [props.drag[index] ?? tooth, tooth])
  const existing = drawnJoints(props.joints)
  const joints = [...existing, ...dragged.filter(([one, other]) => !areJoined(existing, one, other))]
  const isUpper = arch === 'upper'
  const sideY = isUpper ? height - 12 : 20
  const words = { 'aria-hidden': true, className: css.archWords }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an svg element cannot be a fieldset
    <svg
      className="tooth-arch"
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={t(`arch.${arch}`)}
    >
      <Hatch id={`${props.hatch}-${arch}`} />
      <text {...words} x={width / 2} y={isUpper ? height * 0.62 : height * 0.44}>
        {t(`arch.${arch}`)}
      </text>
      <text {...words} x={90} y={sideY}>
        {t('side.right')}
      </text>
      <text {...words} x={width - 90} y={sideY}>
        {t('side.left')}
      </text>
      {teeth.map((placed) => (
        <ArchTooth key={placed.tooth} placed={placed} {...props} hatch={`${props.hatch}-${arch}`} />
      ))}
      {joints
        .filter(([one]) => archOf(one) === arch)
        .map((joint) => (
          <JointBar key={joint.join()} joint={joint} teeth={teeth} isNew={!areJoined(existing, ...joint)} />
        ))}
    </svg>
  )
}

function ArchTooth({ placed, ...props }: ArchProps & { placed: PlacedTooth }) {
  const { tooth, outline, area, label } = placed
  const look = props.marks[tooth]?.look
  const isSelected = props.selected.includes(tooth)
  const isInteractive = props.active !== undefined
  const option = {
    role: 'option',
    tabIndex: props.active === tooth ? 0 : -1,
    'aria-selected': isSelected,
    'aria-label': props.words(tooth),
  }
  return (
    <g
      className={css.tooth}
      data-tooth={tooth}
      data-look={look}
      data-drag={props.drag.includes(tooth) || undefined}
      data-selected={isSelected || undefined}
      {...(isInteractive ? option : {})}
    >
      <path className={css.toothArea} d={area} />
      {isSelected && <path className={css.toothRing} d={outline} transform={scaleAt(placed, 1.18)} />}
      <ToothGlyph placed={placed} look={look} hatch={props.hatch} />
      <text className={css.toothCode} data-notation={props.notation} x={label[0]} y={label[1] + 4}>
        {formatTooth(tooth, props.notation)}
      </text>
    </g>
  )
}

/** A joint: a bar over the contact point of two teeth. */
function JointBar(props: { joint: Joint; teeth: readonly PlacedTooth[]; isNew: boolean }) {
  const [one, other] = props.joint.map(
    (tooth) => props.teeth.find((placed) => placed.tooth === tooth)?.center,
  )
  if (!one || !other) return null
  const at = (share: number) =>
    `${(one[0] + (other[0] - one[0]) * share).toFixed(1)} ${(one[1] + (other[1] - one[1]) * share).toFixed(1)}`
  const bar = `M${at(0.34)}L${at(0.66)}`
  return (
    <g
      className={css.toothJoint}
      {...(props.isNew ? { 'data-new': true } : { 'data-joint': props.joint.join(' ') })}
    >
      <path className={css.jointEdge} d={bar} />
      <path className={css.jointBar} d={bar} />
    </g>
  )
}
