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
import { useToothDescription } from './tooth-names.ts'
import { bridgesOf, type Joint, type SelectionMode } from './tooth-picking.ts'
import { useToothPicking } from './use-tooth-picking.ts'

/** The content of a chart. */
export type ToothChartContent = {
  /** Name of the chart for screen readers: "Teeth of the prescription". */
  readonly label: string
  readonly marks: ToothMarks
  /** Pairs of joined teeth. Only joints of neighbours are drawn. */
  readonly joints?: readonly Joint[]
  /** The shown arches, by default both. */
  readonly arches?: readonly Arch[]
}

/** Props of an interactive chart. */
export type ToothChartProps = ToothChartContent & {
  readonly selected: readonly Tooth[]
  readonly onSelect: (teeth: Tooth[]) => void
  /** Effect of a press without modifier keys; `replace` by default. */
  readonly selectionMode?: SelectionMode
  /** Called with the teeth to join into a bridge, from left to right as shown. Triggered by a drag, a key or a button. */
  readonly onJoin?: (teeth: Tooth[]) => void
  /** Called with the teeth to separate: two neighbours, or all teeth of a bridge. */
  readonly onSeparate?: (teeth: Tooth[]) => void
  /** Id of another description, such as an error. */
  readonly describedBy?: string
}

const both: readonly Arch[] = ['upper', 'lower']
const none: readonly never[] = []

/**
 * A chart in which the user selects teeth with mouse, touch or keys. Arrow keys move the focus, Space selects, Shift with an
 * arrow key selects a range, and `j` joins or separates the selected neighbours. A drag over teeth selects and joins them.
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
        onSeparate={props.onSeparate}
      />
      <ToothLegend marks={marks} hasJoints={joints.length > 0} />
      <p id={hint} className={clsx(css.toothHint, 'meta')}>
        {props.onJoin && <span>{t('hint.drag')}</span>}{' '}
        <span className={css.toothKeys}>{t('hint.keys')}</span>
      </p>
    </div>
  )
}

/** The chart as a picture with a text alternative. It shows the arches with work, or `arches` if there is no work. */
export function ToothPicture({ label, marks, joints = none, arches = both }: ToothChartContent) {
  const notation = useTeethNumbering()
  const words = useToothDescription(notation)
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

/** Lists the arches that have work, by dentition. */
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
  const read = useToothDescription(notation)
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
