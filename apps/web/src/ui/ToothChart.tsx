import {
  type Arch,
  archOf,
  compareTeeth,
  type Dentition,
  isPrimary,
  isTooth,
  type Tooth,
} from '@pontic/contract'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { useTeethNumbering } from '../frame/teeth-numbering.ts'
import { ToothArch } from './ToothArch.tsx'
import css from './ToothChart.module.css'
import { ToothLegend, ToothTools } from './ToothChartParts.tsx'
import type { ToothMarks } from './ToothGlyph.tsx'
import { useToothWords } from './tooth-names.ts'
import { bridgesOf, type Choosing, type Joint } from './tooth-picking.ts'
import { useToothPicking } from './use-tooth-picking.ts'

/** Content of a chart. */
export type ToothChartContent = {
  /** Name of the chart for screen readers: "Teeth of the prescription". */
  readonly label: string
  readonly marks: ToothMarks
  /** Joined neighbours; other joints are not drawn. */
  readonly joints?: readonly Joint[]
  /** The shown arches, by default both. */
  readonly arches?: readonly Arch[]
}

/** Props of an interactive chart. */
export type ToothChartProps = ToothChartContent & {
  readonly selected: readonly Tooth[]
  readonly onSelect: (teeth: Tooth[]) => void
  /** What a press without modifier keys does; `replace` by default. */
  readonly choosing?: Choosing
  /** Called with the teeth to join to a bridge, in the dentist's view order, after a drag, by key or button. */
  readonly onJoin?: (teeth: Tooth[]) => void
  /** Called with the neighbours to separate: two, or all of a bridge. */
  readonly onPart?: (teeth: Tooth[]) => void
  /** Id of another description, such as an error. */
  readonly describedBy?: string
}

const both: readonly Arch[] = ['upper', 'lower']
const none: readonly never[] = []

/**
 * The teeth in the dentist's view, selectable with mouse, touch and keys: arrows move, Space selects, Shift with arrows
 * selects a range, j joins or separates the selected neighbours. A drag from tooth to tooth joins them.
 */
export function ToothChart(props: ToothChartProps) {
  const { arches = both, joints = none, selected, marks } = props
  const t = useTexts('teeth')
  const hint = useId()
  const [dentition, setDentition] = useState(() => dentitionOf([...selected, ...teethOf(marks)]))
  const picking = useToothPicking({ ...props, joints, arches, dentition })
  const marked = [...selected, ...teethOf(marks)]
  return (
    <div className="tooth-chart">
      <div
        ref={picking.root}
        className={css.toothArches}
        data-interactive
        role="listbox"
        aria-multiselectable="true"
        aria-label={props.label}
        aria-describedby={props.describedBy ? `${props.describedBy} ${hint}` : hint}
        onKeyDown={picking.onKeyDown}
        onFocus={picking.onFocus}
        {...picking.handlers}
      >
        <Arches {...props} arches={arches} joints={joints} dentition={dentition} {...picking} />
      </div>
      <ToothTools
        dentition={dentition}
        onDentition={setDentition}
        others={marked.filter((tooth) => isPrimary(tooth) !== (dentition === 'primary')).length}
        bridges={props.onJoin ? bridgesOf(selected, joints) : none}
        onJoin={props.onJoin}
        onPart={props.onPart}
      />
      <ToothLegend marks={marks} hasJoints={joints.length > 0} />
      <p id={hint} className={clsx(css.toothHint, 'meta')}>
        {props.onJoin && <span>{t('hint.drag')}</span>}{' '}
        <span className={css.toothKeys}>{t('hint.keys')}</span>
      </p>
    </div>
  )
}

/** The chart as a picture with a text alternative, showing the arches that have work. */
export function ToothPicture({ label, marks, joints = none, arches = both }: ToothChartContent) {
  const notation = useTeethNumbering()
  const words = useToothWords(notation)
  const t = useTexts('teeth')
  const marked = teethOf(marks).sort(compareTeeth)
  const described = marked.map((tooth) => words(tooth, wordsOf(marks, tooth), joints))
  const rows = listWorked(marked)
  return (
    // The print layout depends on the number of arches.
    <div className="tooth-chart" data-worked={rows.reduce((sum, row) => sum + row.arches.length, 0)}>
      {(rows.length > 0 ? rows : [{ dentition: 'permanent' as const, arches }]).map((row, index) => (
        <div
          key={row.dentition}
          className={css.toothArches}
          role="img"
          aria-label={index === 0 ? [label, ...described].join('; ') : t(`dentition.${row.dentition}`)}
        >
          <Arches marks={marks} joints={joints} {...row} />
        </div>
      ))}
      <ToothLegend marks={marks} hasJoints={joints.length > 0} />
    </div>
  )
}

/** The arches that have work, by dentition. */
function listWorked(marked: readonly Tooth[]): { dentition: Dentition; arches: readonly Arch[] }[] {
  return (['permanent', 'primary'] as const)
    .map((dentition) => {
      const own = marked.filter((tooth) => isPrimary(tooth) === (dentition === 'primary'))
      return { dentition, arches: both.filter((arch) => own.some((tooth) => archOf(tooth) === arch)) }
    })
    .filter((row) => row.arches.length > 0)
}

function Arches(props: {
  marks: ToothMarks
  joints: readonly Joint[]
  arches: readonly Arch[]
  dentition: Dentition
  selected?: readonly Tooth[]
  drag?: readonly Tooth[]
  active?: Tooth | undefined
}) {
  const notation = useTeethNumbering()
  const read = useToothWords(notation)
  const hatch = `hatch${useId().replaceAll(/\W/g, '')}`
  return props.arches.map((arch) => (
    <ToothArch
      key={arch}
      arch={arch}
      dentition={props.dentition}
      notation={notation}
      marks={props.marks}
      joints={props.joints}
      selected={props.selected ?? none}
      drag={props.drag ?? none}
      active={props.active}
      words={(tooth) => read(tooth, wordsOf(props.marks, tooth), props.joints)}
      hatch={hatch}
    />
  ))
}

const wordsOf = (marks: ToothMarks, tooth: Tooth) => marks[tooth]?.words ?? marks[tooth]?.name

const teethOf = (marks: ToothMarks) => Object.keys(marks).filter(isTooth)

const dentitionOf = (used: readonly Tooth[]): Dentition =>
  used.length > 0 && used.every(isPrimary) ? 'primary' : 'permanent'
