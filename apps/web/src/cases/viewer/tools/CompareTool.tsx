import { deviationScale } from '@pontic/viewer/measure'
import { useMemo } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { AlignControls } from './AlignControls.tsx'
import { CompareView, useCompareLook } from './CompareView.tsx'
import {
  Choice,
  Figures,
  Histogram,
  Legend,
  MapStatus,
  ProbeLabel,
  ScanSelect,
  useDistanceText,
} from './MapParts.tsx'
import { findVersions } from './scan-pair.ts'
import type { ToolProps } from './tool-props.ts'
import { change, compareLooks, compareRanges, toolValues } from './tool-values.ts'
import { useAlignment } from './use-alignment.ts'
import { useDistances } from './use-distances.ts'
import { useMapColors } from './use-map-colors.ts'
import { useMapProbe } from './use-map-probe.ts'
import { useScanPair } from './use-scan-pair.ts'

/** Deviations up to this are within the precision of scanners. */
const toleranceMm = 0.05
const binCount = 40

/** Compares two versions of a scan: as a map of deviations, side by side, or in turn. */
export function CompareTool(props: ToolProps) {
  const t = useTexts('viewer.maps')
  const [pair, choose] = useScanPair(props.state.scans, findVersions, toolValues.compare(props.session))
  if (!pair) return <p className="quiet">{t('needsTwo')}</p>
  const { scans } = props.state
  const { nameOf } = props
  return (
    <>
      <ScanSelect label={t('scan')} value={pair[0]} {...{ scans, nameOf }} onChange={(id) => choose(0, id)} />
      <ScanSelect
        label={t('against')}
        value={pair[1]}
        {...{ scans, nameOf }}
        onChange={(id) => choose(1, id)}
      />
      <Comparison key={pair.join()} {...props} pair={pair} />
    </>
  )
}

function Comparison(props: ToolProps & { pair: readonly [string, string] }) {
  const t = useTexts('viewer.maps')
  const { length, number } = useFormats()
  const { scene, meshes, canvas, stage, pair } = props
  const [newer, older] = pair
  const values = toolValues.compare(props.session)
  const { look, range } = values.useValue()
  const rangeMm = Number(range)
  const scale = useMemo(() => deviationScale(rangeMm, Math.min(toleranceMm, rangeMm / 4)), [rangeMm])
  const alignment = useAlignment(props, pair)
  const { movement } = alignment
  // A scan of a molar may have moved by some millimetres, and the map still needs values there.
  const distances = useDistances(meshes, alignment.isBusy ? [] : [{ from: newer, to: older }], {
    maxMm: 5,
    movement,
    figures: { limit: rangeMm, tolerance: toleranceMm, binCount },
  })
  const map = distances.maps.get(newer)
  const isSettingPoints = alignment.points !== undefined
  const shownLook = isSettingPoints ? 'split' : look
  const shown = useCompareLook(scene, pair, shownLook)
  useMapColors(scene, map && shownLook === 'map' ? { id: newer, values: map.values, scale } : undefined)
  const probed = useMapProbe(
    { scene, canvas, stage },
    {
      client: meshes.client,
      valuesOf: (id) => (id === newer ? map?.values : undefined),
      onPoint: alignment.addPoint,
      onCancel: alignment.cancelPoints,
    },
  )
  const textOf = useDistanceText(5)
  return (
    <>
      <AlignControls alignment={alignment} {...props} />
      <Choice
        label={t('view')}
        value={shownLook}
        options={compareLooks.map((value) => ({ value, label: t(value) }))}
        onChange={(look) => change(values, { look })}
      />
      <CompareView
        {...{ scene, canvas, stage }}
        nameOf={props.nameOf}
        pair={pair}
        look={shownLook}
        shown={shown}
      />
      {shownLook === 'map' && (
        <Choice
          label={t('range')}
          value={range}
          options={compareRanges.map((value) => ({ value, label: `±${number(Number(value), 2)}` }))}
          onChange={(range) => change(values, { range })}
        />
      )}
      {map?.figures && <Histogram bins={map.figures.bins} scale={scale} label={t('histogram')} />}
      <Legend
        scene={shownLook === 'map' ? scene : undefined}
        canvas={canvas}
        scale={scale}
        digits={2}
        pointer={probed?.value}
      />
      <MapStatus {...distances} isFinest={pair.every((id) => meshes.byId.get(id)?.isFinest)} />
      {map?.figures && <DeviationFigures figures={map.figures} />}
      {probed && <Figures rows={[[t('pointer'), textOf(probed.value)]]} />}
      {probed && shownLook === 'map' && (
        <ProbeLabel stage={stage} probed={probed} text={textOf(probed.value)} />
      )}
      <p className="meta">{t('behindFront', { value: length(toleranceMm) })}</p>
    </>
  )
}

function DeviationFigures({
  figures,
}: {
  figures: { mean: number; rms: number; high: number; withinShare: number }
}) {
  const t = useTexts('viewer.maps')
  const { length, percent } = useFormats()
  return (
    <Figures
      rows={[
        [t('mean'), length(figures.mean, 3)],
        [t('rms'), length(figures.rms, 3)],
        [t('high'), length(figures.high, 3)],
        [t('within', { value: length(toleranceMm) }), percent(figures.withinShare)],
      ]}
    />
  )
}
