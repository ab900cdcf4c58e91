import type { Pin } from '@pontic/contract'
import type { Point, ScanScene, SceneCamera, SceneState } from '@pontic/viewer/scene'
import { PinLayer, type PinMark } from '@pontic/viewer/tools'
import { useEffect, useMemo, useRef } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import {
  type PinDesk,
  type PinDraft,
  type PinTarget,
  placePins,
  showPin,
  usePinDesk,
} from '../conversation/pins/pin-desk.ts'
import { usePins } from '../conversation/pins/use-pins.ts'
import { fromFileAxes } from './file-axes.ts'
import css from './PinMarkers.module.css'
import type { PlannedScan } from './scan-plan.ts'

type Parts = { scene: ScanScene; state: SceneState }

/** The pins of a case in its 3D view, with those that are not sent yet. A press on a pin opens it in the list of pins. */
export function PinMarkers(props: Parts & { stage: HTMLElement; scans: readonly PlannedScan[] }) {
  const { scene, state, stage, scans } = props
  const desk = usePinDesk()
  const { pins } = usePins()
  const marks = useMarks(desk, pins, scene, state)
  const layer = useRef<PinLayer>(undefined)
  const latest = useRef(pins)
  latest.current = pins
  useEffect(() => {
    const created = new PinLayer(stage, scene, css.pins ?? '', (id) => press(desk, latest.current, id))
    layer.current = created
    return () => {
      layer.current = undefined
      created.dispose()
    }
  }, [desk, scene, stage])
  useEffect(() => layer.current?.setPins(marks), [marks])
  useShownPin(desk, pins, { scene, state }, scans)
  return null
}

/** A press on a pin shows it in the list, and leaves the camera as it is. */
function press(desk: PinDesk, pins: readonly Pin[], id: string): void {
  const pin = pins.find((one) => one.id === id)
  if (pin) {
    showPin(desk, pin)
    desk.shown.set(undefined)
    return
  }
  for (const [target, drafts] of Object.entries(desk.drafts.get()))
    if (drafts.some(({ key }) => key === id)) {
      const placing = desk.placing.get()
      placePins(desk, target as PinTarget, placing.target === target ? placing.onReturn : undefined)
    }
}

/** Lists the pins on the visible scans: the open ones, the resolved ones if they are shown, and the drafts. */
function useMarks(desk: PinDesk, pins: readonly Pin[], scene: ScanScene, state: SceneState): PinMark[] {
  const t = useTexts('viewer.pins')
  const hasResolved = desk.hasResolved.useValue()
  const selected = desk.selected.useValue()
  const drafts = desk.drafts.useValue()
  const visible = state.scans
    .filter((scan) => scan.visible && !scan.isHiddenByView)
    .map(({ id }) => id)
    .join()
  // Changes with each movement of an aligned scan.
  const aligned = state.scans
    .filter(({ isBiteAligned }) => isBiteAligned)
    .map(({ id }) => `${id} ${scene.getBite(id)?.join()}`)
    .join()
  return useMemo(() => {
    const shown = new Set(visible.split(','))
    const placeOf = ({ point, normal }: Pick<Pin | PinDraft, 'point' | 'normal'>, scanId: string) => {
      const axes = aligned.includes(scanId) ? fromFileAxes(scene, scanId) : undefined
      const place = point as unknown as Point
      const direction = normal as unknown as Point
      return {
        place: axes ? axes.point(place) : place,
        normal: axes ? axes.direction(direction) : direction,
        scanId,
      }
    }
    const sent = pins
      .filter(({ file, resolvedAt }) => shown.has(file.id) && (hasResolved || resolvedAt === null))
      .map(
        (pin): PinMark => ({
          id: pin.id,
          label: String(pin.number),
          name: [t('number', { number: pin.number }), pin.text].filter(Boolean).join(': '),
          ...placeOf(pin, pin.file.id),
          look: pin.resolvedAt === null ? 'open' : 'resolved',
          isSelected: pin.id === selected,
        }),
      )
    const unsent = Object.values(drafts)
      .flat()
      .filter(({ fileId }: PinDraft) => shown.has(fileId))
      .map(
        (pin: PinDraft): PinMark => ({
          id: pin.key,
          label: '+',
          name: t('draft'),
          ...placeOf(pin, pin.fileId),
          look: 'draft',
          isSelected: false,
        }),
      )
    return [...sent, ...unsent]
  }, [pins, scene, visible, aligned, hasResolved, selected, drafts, t])
}

/** Moves the camera to the pin that another part of the page wants to show, and shows its scan. */
function useShownPin(
  desk: PinDesk,
  pins: readonly Pin[],
  { scene, state }: Parts,
  scans: readonly PlannedScan[],
): void {
  const t = useTexts('viewer.pins')
  const shownId = desk.shown.useValue()
  const pin = pins.find(({ id }) => id === shownId)
  const isDrawn = pin !== undefined && state.scans.some(({ id }) => id === pin.file.id)
  const isGone = pin !== undefined && !scans.some(({ file }) => file.id === pin.file.id)
  useEffect(() => {
    if (!pin || !(isDrawn || isGone)) return
    desk.shown.set(undefined)
    if (isGone) {
      showNotice({ level: 'info', text: t('gone') })
      return
    }
    scene.setVisible(pin.file.id, true)
    const camera = pin.camera as unknown as SceneCamera
    scene.moveCamera(fromFileAxes(scene, pin.file.id).camera(camera), pin.file.id)
  }, [desk, scene, pin, isDrawn, isGone, t])
}
