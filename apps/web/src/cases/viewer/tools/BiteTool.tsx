import { Button } from '@mantine/core'
import { contactMm, contactScale } from '@pontic/viewer/measure'
import { useState } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { createStore } from '../../../frame/store.ts'
import { IconArrowBackUp } from '../../../ui/icons.ts'
import { BiteMoves } from './BiteMoves.tsx'
import { ContactFigures } from './ContactSpots.tsx'
import { Choice, MapStatus, ScanSelect } from './MapParts.tsx'
import css from './Maps.module.css'
import { StartMarks } from './StartMarks.tsx'
import { findOpponents } from './scan-pair.ts'
import type { ToolProps } from './tool-props.ts'
import type { PairValues } from './tool-values.ts'
import { pointCount } from './use-alignment.ts'
import { type BiteControl, useBite } from './use-bite.ts'
import { useDistances } from './use-distances.ts'
import { useMapColors } from './use-map-colors.ts'
import { useMapProbe } from './use-map-probe.ts'
import { useScanPair } from './use-scan-pair.ts'
import { useToolKeys } from './use-tool-keys.ts'

/** Depths of the contacts in millimetres that the user can choose. */
const depths = ['0', '0.05', '0.1'] as const
type Depth = (typeof depths)[number]

/** Aligns the bite of two scans in this view: by handles, steps or three points, then closes it until the scans touch. */
export function BiteTool(props: ToolProps) {
  const t = useTexts('viewer')
  const values = props.session.get('bitePair', () => createStore<PairValues>({ pair: undefined }))
  const [pair, choose] = useScanPair(props.state.scans, findBite, values)
  if (!pair) return <p className="quiet">{t('maps.needsTwo')}</p>
  const { scans } = props.state
  const { nameOf } = props
  return (
    <>
      <ScanSelect
        label={t('bite.moved')}
        value={pair[0]}
        {...{ scans, nameOf }}
        onChange={(id) => choose(0, id)}
      />
      <ScanSelect
        label={t('bite.fixed')}
        value={pair[1]}
        {...{ scans, nameOf }}
        onChange={(id) => choose(1, id)}
      />
      <Bite key={pair.join()} {...props} pair={pair} />
    </>
  )
}

/** Selects the scans of a bite: the lower one of two opponents moves, as a mandible does. */
function findBite(scans: Parameters<typeof findOpponents>[0]): ReturnType<typeof findOpponents> {
  const pair = findOpponents(scans)
  return pair && [pair[1], pair[0]]
}

function Bite(props: ToolProps & { pair: readonly [string, string] }) {
  const t = useTexts('viewer')
  const common = useTexts('common')
  const { length } = useFormats()
  const { stage, pair } = props
  const [depth, setDepth] = useState<Depth>('0')
  const bite = useBite(props, pair)
  const close = () => {
    if (bite.isReady) bite.close(Number(depth))
  }
  useToolKeys(stage, { onUndo: bite.undo, onRedo: () => false })
  return (
    <>
      <p className="meta">{t('bite.hint')}</p>
      <div className={css.row}>
        <Button
          size="xs"
          variant="default"
          disabled={!bite.isReady}
          aria-pressed={bite.points !== undefined}
          onClick={bite.points ? bite.endPoints : bite.startPoints}
        >
          {t('maps.threePoints')}
        </Button>
        <Button size="xs" disabled={!bite.isReady} loading={bite.isBusy} onClick={close}>
          {t('bite.close')}
        </Button>
      </div>
      <Choice
        label={t('bite.depth')}
        value={depth}
        options={depths.map((value) => ({ value, label: length(Number(value)) }))}
        onChange={setDepth}
      />
      {bite.hasFailed && (
        <p className={css.problem} role="alert">
          {t('bite.apart')}
        </p>
      )}
      {!bite.points && <BiteContacts {...props} />}
      {bite.points ? (
        <BitePoints {...props} bite={bite} points={bite.points} />
      ) : (
        <BiteMoves {...props} bite={bite} onClose={close} />
      )}
      {(bite.canUndo || bite.isAligned) && (
        <div className={css.row}>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconArrowBackUp size={16} />}
            disabled={!bite.canUndo}
            aria-keyshortcuts="Control+Z"
            onClick={bite.undo}
          >
            {common('do.undo')}
          </Button>
          <Button size="xs" variant="subtle" disabled={!bite.isAligned} onClick={bite.reset}>
            {t('maps.asFiled')}
          </Button>
        </div>
      )}
      {bite.isAligned && <p className="meta">{t('maps.movedOnly')}</p>}
      <p className="meta">{t('bite.keys')}</p>
    </>
  )
}

/** Lets the user set three points on each scan. */
function BitePoints(
  props: ToolProps & {
    pair: readonly [string, string]
    bite: BiteControl
    points: NonNullable<BiteControl['points']>
  },
) {
  const t = useTexts('viewer.maps')
  const { meshes, bite, points } = props
  useMapProbe(props, {
    client: meshes.client,
    valuesOf: () => undefined,
    onPoint: bite.addPoint,
    onCancel: () => {
      bite.endPoints()
      return true
    },
  })
  return (
    <>
      <StartMarks {...props} points={points} />
      <p role="status">
        {t('setPoints', { older: points.older.length, newer: points.newer.length, total: pointCount })}
      </p>
    </>
  )
}

/** Colours and counts the contacts of the scans as they are now. */
function BiteContacts({ scene, meshes, pair }: ToolProps & { pair: readonly [string, string] }) {
  const [moving, fixed] = pair
  const directions = [
    { from: moving, to: fixed },
    { from: fixed, to: moving },
  ]
  const distances = useDistances(meshes, directions, { maxMm: 1, spotLimitMm: contactMm })
  const mapOf = (id: string) => {
    const values = distances.maps.get(id)?.values
    return values && { id, values, scale: contactScale }
  }
  useMapColors(scene, mapOf(moving))
  useMapColors(scene, mapOf(fixed))
  const spots = distances.isExact ? distances.maps.get(moving)?.spots : undefined
  return (
    <>
      <MapStatus {...distances} isFinest={pair.every((id) => meshes.byId.get(id)?.isFinest)} />
      {spots && <ContactFigures spots={spots} />}
    </>
  )
}
