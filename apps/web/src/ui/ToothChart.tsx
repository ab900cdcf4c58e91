import { type Arch, archOf, compareTeeth, type Dentition, isPrimary, type Tooth } from '@pontic/contract'
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

/** What a chart shows. */
export type ToothChartContent = {
  /** What the chart is called for screen readers: "Teeth of the prescription". */
  readonly label: string
  readonly marks: ToothMarks
  /** Neighbours that are joined; others are not drawn. */
  readonly joints?: readonly Joint[]
  /** The arches that are shown; both unless told. */
  readonly arches?: readonly Arch[]
}

/** What a chart that can be worked with is given beside its content. */
export type ToothChartProps = ToothChartContent & {
  readonly selected: readonly Tooth[]
  readonly onSelect: (teeth: Tooth[]) => void
  /** What a plain press does; `replace` unless told. */
  readonly choosing?: Choosing
  /**
   * Teeth to be joined to a bridge, in the dentist's view order: dragged over (and chosen by that), or chosen and joined
   * by key or button.
   */
  readonly onJoin?: (teeth: Tooth[]) => void
  /** Neighbours to be parted: two, or all of a bridge. */
  readonly onPart?: (teeth: Tooth[]) => void
  /** Id of what else describes it: an error, a help text. */
  readonly describedBy?: string
}

const both: readonly Arch[] = ['upper', 'lower']
const none: readonly never[] = []

/**
 * The teeth in the dentist's view, to be chosen with mouse, finger or keys: arrows move, Space chooses, Shift with arrows
 * chooses on, j joins the chosen neighbours or parts them; a way from tooth to tooth joins them at once.
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

/** The same teeth to look at: one picture with all that is on it in words, of the arches that have work. */
export function ToothPicture({ label, marks, joints = none, arches = both }: ToothChartContent) {
  const notation = useTeethNumbering()
  const words = useToothWords(notation)
  const t = useTexts('teeth')
  const marked = teethOf(marks).sort(compareTeeth)
  const told = marked.map((tooth) => words(tooth, wordsOf(marks, tooth), joints))
  const rows = listWorked(marked)
  return (
    // Who sets it on paper has one arch or more to place.
    <div className="tooth-chart" data-worked={rows.reduce((sum, row) => sum + row.arches.length, 0)}>
      {(rows.length > 0 ? rows : [{ dentition: 'permanent' as const, arches }]).map((row, index) => (
        <div
          key={row.dentition}
          className={css.toothArches}
          role="img"
          aria-label={index === 0 ? [label, ...told].join('; ') : t(`dentition.${row.dentition}`)}
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

const teethOf = (marks: ToothMarks) => Object.keys(marks) as Tooth[]

const dentitionOf = (used: readonly Tooth[]): Dentition =>
  used.length > 0 && used.every(isPrimary) ? 'primary' : 'permanent'
