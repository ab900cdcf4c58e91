import { Button } from '@mantine/core'
import { clearanceScale, contactMm, contactScale, type Spot } from '@pontic/viewer/measure'
import { useMemo } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { ContactFigures, ContactList } from './ContactSpots.tsx'
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
import { usePictureNote } from './use-picture-parts.ts'
import { useScanPair } from './use-scan-pair.ts'

type Clearance = ContactValues['least']

/** How far contacts are measured, so that the pointer also shows near misses. */
const contactReachMm = 2

/** Colours two scans by the distance between them: contacts like marks of articulating paper, or too little clearance. */
export function ContactsTool({ scene, state, session, nameOf, meshes, canvas, stage, onTool }: ToolProps) {
  const t = useTexts('viewer.maps')
  const viewer = useTexts('viewer')
  const arches = useTexts('viewer.arches')
  const values = toolValues.contacts(session)
  usePictureNote(scene, state.hasNoBite ? arches('noBite') : undefined)
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
      {state.hasNoBite && (
        <>
          <p role="note">{arches('noBite')}</p>
          <Button size="xs" onClick={() => onTool('tools.bite')}>
            {viewer('tools.bite')}
          </Button>
        </>
      )}
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
      {spots && kind === 'contacts' && <ContactFigures spots={spots} />}
      {spots && kind === 'clearance' && <ClearanceFigures spots={spots} leastMm={leastMm} />}
      {spots && kind === 'contacts' && <ContactList {...{ scene, state, stage, spots }} scanId={pair[0]} />}
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

function ClearanceFigures({ spots, leastMm }: { spots: readonly Spot[]; leastMm: number }) {
  const t = useTexts('viewer.maps')
  const { length } = useFormats()
  const areaText = useAreaText()
  const area = areaText(spots.reduce((sum, { areaMm2 }) => sum + areaMm2, 0))
  const least = spots.length > 0 ? length(Math.min(...spots.map((spot) => spot.least))) : '–'
  return (
    <Figures
      rows={[
        [t('areaBelow', { value: length(leastMm) }), area],
        [t('smallest'), least],
      ]}
    />
  )
}
