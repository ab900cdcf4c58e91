import type { Spot } from '@pontic/viewer/measure'
import type { ScanScene } from '@pontic/viewer/scene'
import { MarkLayer } from '@pontic/viewer/tools'
import { useEffect, useState } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { Figures, useAreaText } from './MapParts.tsx'
import css from './Maps.module.css'
import type { ToolProps } from './tool-props.ts'
import { middleOfBox } from './use-bite.ts'

/** Spots whose distance from the middle of the arch is smaller are in front. */
const frontMm = 10

/** Rounds a distance as it is shown, so that a tiny penetration is not shown as minus zero. */
const rounded = (mm: number) => Math.round(mm * 100) / 100 + 0

/** Counts the contacts of a scan. */
export function ContactFigures({ spots }: { spots: readonly Spot[] }) {
  const t = useTexts('viewer.maps')
  const { length, number } = useFormats()
  const areaText = useAreaText()
  const least = spots.length > 0 ? length(rounded(Math.min(...spots.map((spot) => spot.least)))) : '–'
  return (
    <Figures
      rows={[
        [t('contacts'), number(spots.length)],
        [t('penetrations'), number(spots.filter((spot) => spot.least < 0).length)],
        [t('contactArea'), areaText(spots.reduce((sum, { areaMm2 }) => sum + areaMm2, 0))],
        [t('smallest'), least],
      ]}
    />
  )
}

type Props = Pick<ToolProps, 'scene' | 'state' | 'stage'> & { scanId: string; spots: readonly Spot[] }

/** Lists the contacts of a scan. A click shows the contact in the middle of the picture. */
export function ContactList({ scene, state, stage, scanId, spots }: Props) {
  const t = useTexts('viewer')
  const { length, number } = useFormats()
  const areaText = useAreaText()
  const [chosen, setChosen] = useState<number>()
  const spot = chosen === undefined ? undefined : spots[chosen]
  useSpotMark({ scene, stage }, scanId, spot && { at: spot.at, text: number((chosen ?? 0) + 1) })
  if (spots.length === 0) return null
  const role = state.scans.find(({ id }) => id === scanId)?.role
  const sideOf = createSides(scene, scanId)
  const show = (at: number) => {
    setChosen(at)
    if (role === 'upper' || role === 'lower') scene.setView(`occlusal-${role}`)
    scene.lookAt(spots[at]!.at, scanId)
  }
  return (
    <ol className={css.spots} aria-label={t('maps.contacts')}>
      {spots.map((one, at) => (
        <li key={one.at.join()}>
          <button type="button" aria-pressed={at === chosen} onClick={() => show(at)}>
            <span className="figures">{number(at + 1)}</span>
            <span>{t(`views.${sideOf(one.at)}`)}</span>
            <span className="figures">{areaText(one.areaMm2)}</span>
            <span className="figures">{length(rounded(one.least))}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Returns a function that says on which side of the patient a place of a scan is. */
function createSides(scene: ScanScene, scanId: string) {
  const geometry = scene.getFullGeometry(scanId)
  const middle = geometry ? middleOfBox(geometry.positions) : ([0, 0, 0] as const)
  const { right } = scene.readAxes(true)
  return (at: Spot['at']): 'front' | 'right' | 'left' => {
    const mm = right.reduce((sum, value, axis) => sum + value * (at[axis]! - middle[axis]!), 0)
    // Seen from the front, the patient's left side is on the right.
    return Math.abs(mm) < frontMm ? 'front' : mm > 0 ? 'left' : 'right'
  }
}

function useSpotMark(
  { scene, stage }: Pick<ToolProps, 'scene' | 'stage'>,
  scanId: string,
  spot: { at: Spot['at']; text: string } | undefined,
): void {
  const { at, text = '' } = spot ?? {}
  useEffect(() => {
    if (!at) return
    const layer = new MarkLayer(stage, scene)
    const place = { place: at, scanId }
    layer.setMarks([
      { id: 'spot', handles: [place], lines: [], label: { text, at: place }, look: 'selected' },
    ])
    return () => layer.dispose()
  }, [scene, stage, scanId, at, text])
}
