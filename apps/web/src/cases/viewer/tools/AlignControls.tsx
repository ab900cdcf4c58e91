import { Button } from '@mantine/core'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { Figures } from './MapParts.tsx'
import css from './Maps.module.css'
import { useStartMarks } from './StartMarks.tsx'
import type { ToolProps } from './tool-props.ts'
import { type AlignmentControl, pointCount } from './use-alignment.ts'
import { usePictureNote } from './use-picture-parts.ts'

type Props = Pick<ToolProps, 'scene' | 'stage'> & {
  alignment: AlignmentControl
  pair: readonly [newer: string, older: string]
}

/** The buttons that align two scans, the progress of setting points, and the result. */
export function AlignControls({ alignment, scene, stage, pair }: Props) {
  const t = useTexts('viewer.maps')
  const { length, percent } = useFormats()
  const { found, points, isBusy, isReady, hasFailed } = alignment
  useStartMarks({ scene, stage, pair }, points)
  usePictureNote(scene, found ? t('movedOnly') : undefined)
  return (
    <>
      <div className={css.row}>
        <Button
          size="xs"
          variant="default"
          disabled={!isReady}
          loading={isBusy}
          onClick={alignment.alignBest}
        >
          {t('bestFit')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!isReady || isBusy}
          aria-pressed={points !== undefined}
          onClick={points ? alignment.reset : alignment.startPoints}
        >
          {t('threePoints')}
        </Button>
        {found && (
          <Button size="xs" variant="subtle" disabled={isBusy} onClick={alignment.reset}>
            {t('asFiled')}
          </Button>
        )}
      </div>
      {points && (
        <p role="status">
          {t('setPoints', { older: points.older.length, newer: points.newer.length, total: pointCount })}
        </p>
      )}
      {hasFailed && (
        <p className={css.problem} role="alert">
          {t('noFit')}
        </p>
      )}
      {found && (
        <>
          <Figures
            rows={[
              [t('fitRms'), length(found.rmsMm, 3)],
              [t('fitShare'), percent(found.usedShare)],
            ]}
          />
          <p className="meta">{t('movedOnly')}</p>
        </>
      )}
    </>
  )
}
