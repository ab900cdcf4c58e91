import { ActionIcon, Button } from '@mantine/core'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { CopyButton, copyText } from '../../../ui/CopyButton.tsx'
import { IconCopy, IconTrash } from '../../../ui/icons.ts'
import { useBiteMark } from './BiteMark.tsx'
import type { MeasureList } from './measure-list.ts'
import type { Measure, MeasureResult } from './measures.ts'
import css from './Tools.module.css'
import type { ToolProps } from './tool-props.ts'
import { useMeasureTexts } from './use-measure-texts.ts'

/** The list of measurements: name, number, and buttons to copy and delete. */
export function MeasureRows({ list, meshes, nameOf }: ToolProps & { list: MeasureList }) {
  const t = useTexts('viewer.measure')
  const { measures, results } = list.store.useValue()
  const texts = useMeasureTexts()
  const mark = useBiteMark()
  if (measures.length === 0) return null
  const isFinal = (measure: Measure) =>
    measure.points.every(({ scanId }) => meshes.byId.get(scanId)?.isFinest)
  const textOf = (measure: Measure, result: MeasureResult) => {
    const value = texts.numberOf(measure, result)
    return isFinal(measure) ? value : `≈ ${value}`
  }
  const numberOf = (measure: Measure) => {
    const result = results.get(measure.id)
    if (result === undefined) return ''
    return typeof result === 'string' ? t(`none.${result}`) : textOf(measure, result)
  }
  const lineOf = (measure: Measure) => mark(`${texts.nameOf(measure)}: ${numberOf(measure)}`)
  return (
    <>
      <ul className={css.rows} aria-label={t('list')} aria-live="polite">
        {measures.map((measure) => (
          <MeasureRow
            key={measure.id}
            {...{ list, measure }}
            number={numberOf(measure)}
            about={measure.points[0] ? nameOf(measure.points[0].scanId) : ''}
          />
        ))}
      </ul>
      {!measures.every(isFinal) && <p className="meta">{t('provisional')}</p>}
      {measures.length > 1 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconCopy size={16} />}
          onClick={() => void copyText(measures.map(lineOf).join('\n'))}
        >
          {t('copyAll')}
        </Button>
      )}
    </>
  )
}

type RowProps = { list: MeasureList; measure: Measure; number: string; about: string }

function MeasureRow({ list, measure, number, about }: RowProps) {
  const t = useTexts('viewer.measure')
  const common = useTexts('common')
  const { length } = useFormats()
  const { selected, results } = list.store.useValue()
  const texts = useMeasureTexts()
  const mark = useBiteMark()
  const name = texts.nameOf(measure)
  const result = results.get(measure.id)
  const deviationMm = typeof result === 'object' ? result.circle?.deviationMm : undefined
  return (
    <li className={css.row} data-selected={measure.id === selected || undefined}>
      <input
        type="text"
        className={css.name}
        aria-label={`${common('label.name')}: ${name}`}
        placeholder={name}
        maxLength={60}
        value={measure.name}
        onFocus={() => list.select(measure.id)}
        onChange={(event) => list.rename(measure.id, event.currentTarget.value)}
      />
      <output className={css.number}>{number}</output>
      <CopyButton label={t('copy', { name })} value={mark(`${name}: ${number}`)} />
      <ActionIcon
        size={26}
        aria-label={`${common('do.delete')}: ${name}`}
        onClick={() => list.remove(measure.id)}
      >
        <IconTrash size={16} />
      </ActionIcon>
      <span className={css.about}>
        {about}
        {measure.kind === 'rim' && deviationMm !== undefined && (
          <span>{t('deviation', { length: length(deviationMm) })}</span>
        )}
      </span>
    </li>
  )
}
