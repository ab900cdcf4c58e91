import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { type Dentition, formatTeeth, type Tooth } from '@pontic/contract'
import { useId } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { useTeethNumbering } from '../frame/teeth-numbering.ts'
import { IconLink, IconUnlink } from './icons.ts'
import css from './ToothChart.module.css'
import type { ToothMarks } from './ToothGlyph.tsx'
import { Hatch, ToothGlyph } from './ToothGlyph.tsx'
import { sampleTooth } from './tooth-layout.ts'

/** The controls below a chart: a switch between the dentitions, and buttons that join or separate selected teeth. */
export function ToothTools(props: {
  dentition: Dentition
  onDentition: (dentition: Dentition) => void
  /** Number of selected or marked teeth in the dentition that is not shown. */
  others: number
  bridges: readonly { teeth: Tooth[]; isJoined: boolean }[]
  onJoin: ((teeth: Tooth[]) => void) | undefined
  onSeparate: ((teeth: Tooth[]) => void) | undefined
}) {
  const t = useTexts('teeth')
  const notation = useTeethNumbering()
  const labelOf = (dentition: Dentition) =>
    props.others > 0 && dentition !== props.dentition
      ? t('dentition.more', { dentition: t(`dentition.${dentition}`), count: props.others })
      : t(`dentition.${dentition}`)
  return (
    <div className={css.toothTools}>
      <SegmentedControl
        size="xs"
        aria-label={t('dentition.label')}
        value={props.dentition}
        onChange={props.onDentition}
        data={(['permanent', 'primary'] as const).map((value) => ({ value, label: labelOf(value) }))}
      />
      {props.bridges.map(({ teeth, isJoined }) => (
        <Button
          key={teeth.join()}
          size="xs"
          variant="default"
          leftSection={isJoined ? <IconUnlink size={16} /> : <IconLink size={16} />}
          onClick={() => (isJoined ? props.onSeparate : props.onJoin)?.(teeth)}
        >
          {t(isJoined ? 'part' : 'join', { teeth: formatTeeth(teeth, notation) })}
        </Button>
      ))}
    </div>
  )
}

/** The legend of a chart: the looks in use and their names. */
export function ToothLegend({ marks, hasJoints }: { marks: ToothMarks; hasJoints: boolean }) {
  const t = useTexts('teeth')
  const hatch = `hatch${useId().replaceAll(/\W/g, '')}`
  const used = new Map(
    Object.values(marks).map((mark) => [`${mark.look} ${mark.name}`, { look: mark.look, name: mark.name }]),
  )
  if (used.size === 0 && !hasJoints) return null
  return (
    <ul className="tooth-legend" aria-label={t('legend')}>
      {[...used.values()].map(({ look, name }) => (
        <li key={`${look} ${name}`}>
          <svg viewBox="0 0 24 24" className={css.toothSample} data-look={look} aria-hidden="true">
            <Hatch id={hatch + look} />
            <ToothGlyph placed={sampleTooth()} look={look} hatch={hatch + look} />
          </svg>
          {name}
        </li>
      ))}
      {hasJoints && (
        <li>
          <svg viewBox="0 0 24 24" className={css.toothSample} aria-hidden="true">
            <path className={css.jointBar} d="M5 12H19" />
          </svg>
          {t('joint')}
        </li>
      )}
    </ul>
  )
}
