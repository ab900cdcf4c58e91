import { Button } from '@mantine/core'
import { MarkLayer } from '@pontic/viewer/tools'
import { useEffect, useRef } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { Figures } from './MapParts.tsx'
import css from './Maps.module.css'
import type { ToolProps } from './tool-props.ts'
import { type AlignmentControl, pointCount, type StartPoints } from './use-alignment.ts'
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
          <Button size="xs" variant="subtle" onClick={alignment.reset}>
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

/** Draws the points that the user has set. */
function useStartMarks(
  { scene, stage, pair }: Omit<Props, 'alignment'>,
  points: StartPoints | undefined,
): void {
  const marks = useRef<MarkLayer>(undefined)
  const [newer, older] = pair
  useEffect(() => {
    const layer = new MarkLayer(stage, scene)
    marks.current = layer
    return () => layer.dispose()
  }, [scene, stage])
  useEffect(() => {
    const mark = (scanId: string) => (place: readonly [number, number, number], at: number) => ({
      id: `${scanId} ${at}`,
      handles: [{ place, scanId }],
      lines: [],
      label: { text: String(at + 1), at: { place, scanId } },
      look: 'plain' as const,
    })
    marks.current?.setMarks([
      ...(points?.newer ?? []).map(mark(newer)),
      ...(points?.older ?? []).map(mark(older)),
    ])
  }, [points, newer, older])
}
