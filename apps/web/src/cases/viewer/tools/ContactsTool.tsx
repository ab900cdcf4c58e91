import { clearanceScale, contactMm, contactScale, type Spot } from '@pontic/viewer/measure'
import { useMemo } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import {
  Choice,
  Figures,
  Legend,
  MapStatus,
  ProbeLabel,
  ScanSelect,
  useAreaText,
  useDistanceText,
} from './MapParts.tsx'
import { findOpponents } from './scan-pair.ts'
import type { ToolProps } from './tool-props.ts'
import { type ContactValues, change, clearances, toolValues } from './tool-values.ts'
import { type DistanceOptions, useDistances } from './use-distances.ts'
import { useMapColors } from './use-map-colors.ts'
import { useMapProbe } from './use-map-probe.ts'
import { useScanPair } from './use-scan-pair.ts'

type Clearance = ContactValues['least']
type Kind = ContactValues['kind']

/** How far contacts are measured, so that the pointer also shows near misses. */
const contactReachMm = 2

/** Colours two scans by the distance between them: contacts like marks of articulating paper, or too little clearance. */
export function ContactsTool({ scene, state, session, nameOf, meshes, canvas, stage }: ToolProps) {
  const t = useTexts('viewer.maps')
  const arches = useTexts('viewer.arches')
  const values = toolValues.contacts(session)
  const [pair, choose] = useScanPair(state.scans, findOpponents, values)
  const { kind, least } = values.useValue()
  const leastMm = Number(least)
  const options = useMemo<DistanceOptions>(
    () =>
      kind === 'contacts'
        ? { maxMm: contactReachMm, spotLimitMm: contactMm }
        : { maxMm: leastMm + 1.5, spotLimitMm: leastMm },
    [kind, leastMm],
  )
  const scale = useMemo(() => (kind === 'contacts' ? contactScale : clearanceScale(leastMm)), [kind, leastMm])
  const directions = pair
    ? [
        { from: pair[0], to: pair[1] },
        { from: pair[1], to: pair[0] },
      ]
    : []
  const distances = useDistances(meshes, directions, options)
  const mapOf = (id: string | undefined) => {
    const values = id === undefined ? undefined : distances.maps.get(id)?.values
    return id && values ? { id, values, scale } : undefined
  }
  useMapColors(scene, mapOf(pair?.[0]))
  useMapColors(scene, mapOf(pair?.[1]))
  const valuesOf = (id: string) => distances.maps.get(id)?.values
  const probed = useMapProbe({ scene, canvas, stage }, { client: meshes.client, valuesOf })
  const textOf = useDistanceText(options.maxMm)
  if (!pair) return <p className="quiet">{t('needsTwo')}</p>
  const spots = distances.isExact ? distances.maps.get(pair[0])?.spots : undefined
  const isFinest = pair.every((id) => meshes.byId.get(id)?.isFinest)
  return (
    <>
      <ScanSelect
        label={t('scan')}
        value={pair[0]}
        scans={state.scans}
        {...{ nameOf }}
        onChange={(id) => choose(0, id)}
      />
      <ScanSelect
        label={t('against')}
        value={pair[1]}
        scans={state.scans}
        {...{ nameOf }}
        onChange={(id) => choose(1, id)}
      />
      {state.hasNoBite && <p role="note">{arches('noBite')}</p>}
      <Choice
        label={t('show')}
        value={kind}
        options={[
          { value: 'contacts', label: t('contacts') },
          { value: 'clearance', label: t('clearance') },
        ]}
        onChange={(kind) => change(values, { kind })}
      />
      {kind === 'clearance' && (
        <ClearanceChoice value={least} onChange={(least) => change(values, { least })} />
      )}
      <Legend {...{ scene, canvas }} scale={scale} pointer={probed?.value} />
      <MapStatus {...distances} isFinest={isFinest} />
      {spots && <SpotFigures kind={kind} spots={spots} leastMm={leastMm} />}
      {probed && <Figures rows={[[t('pointer'), textOf(probed.value)]]} />}
      {probed && <ProbeLabel stage={stage} probed={probed} text={textOf(probed.value)} />}
    </>
  )
}

function ClearanceChoice(props: { value: Clearance; onChange: (value: Clearance) => void }) {
  const t = useTexts('viewer.maps')
  const { length } = useFormats()
  return (
    <Choice
      label={t('required')}
      value={props.value}
      options={clearances.map((value) => ({ value, label: length(Number(value)) }))}
      onChange={props.onChange}
    />
  )
}

function SpotFigures(props: { kind: Kind; spots: readonly Spot[]; leastMm: number }) {
  const t = useTexts('viewer.maps')
  const { length, number } = useFormats()
  const areaText = useAreaText()
  const { kind, spots, leastMm } = props
  const area = areaText(spots.reduce((sum, { areaMm2 }) => sum + areaMm2, 0))
  const least = spots.length > 0 ? Math.min(...spots.map((spot) => spot.least)) : undefined
  const smallest = [t('smallest'), least === undefined ? '–' : length(least)] as const
  if (kind === 'clearance')
    return <Figures rows={[[t('areaBelow', { value: length(leastMm) }), area], smallest]} />
  const deep = spots.filter((spot) => spot.least < 0).length
  return (
    <Figures
      rows={[
        [t('contacts'), number(spots.length)],
        [t('penetrations'), number(deep)],
        [t('contactArea'), area],
        smallest,
      ]}
    />
  )
}
