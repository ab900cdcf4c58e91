import { Button } from '@mantine/core'
import type { ScanScene } from '@pontic/viewer/scene'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../../../frame/i18n.tsx'
import { IconArrowsExchange } from '../../../ui/icons.ts'
import css from './Maps.module.css'
import type { CompareValues } from './tool-values.ts'
import { usePictureNames } from './use-picture-parts.ts'

type CompareLook = CompareValues['look']

const blinkMs = 800

type Pair = readonly [newer: string, older: string]

/**
 * Shows one or both of two versions and hides all other scans, until the tool is left.
 * @returns the visible version while they alternate, and a function that shows the other one
 */
export function useCompareLook(scene: ScanScene, pair: Pair, look: CompareLook) {
  const [newer, older] = pair
  const [isOlder, setOlder] = useState(false)
  const before = useRef<ReadonlyMap<string, boolean>>(undefined)
  useEffect(() => {
    before.current = new Map(scene.getState().scans.map(({ id, visible }) => [id, visible]))
    return () => {
      for (const [id, isVisible] of before.current ?? []) scene.setVisible(id, isVisible)
      scene.setSplit(undefined)
    }
  }, [scene])
  useEffect(() => {
    const visible = look === 'split' ? [newer, older] : [look === 'blink' && isOlder ? older : newer]
    for (const { id, visible: isVisible } of scene.getState().scans) {
      const isWanted = visible.includes(id)
      if (isVisible !== isWanted) scene.setVisible(id, isWanted)
    }
    scene.setSplit(look === 'split' ? { left: older, right: newer } : undefined)
  }, [scene, newer, older, look, isOlder])
  useEffect(() => {
    if (look !== 'blink' || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setOlder((value) => !value), blinkMs)
    return () => clearInterval(timer)
  }, [look])
  return { id: isOlder ? older : newer, swap: () => setOlder((value) => !value) }
}

/** Returns the ids of the scans whose names are shown, from left to right. */
function namesOf(look: CompareLook, [newer, older]: Pair, shownId: string): string[] {
  if (look === 'map') return []
  return look === 'split' ? [older, newer] : [shownId]
}

/** The names of the versions over the 3D view, and the button that shows the other one. */
export function CompareView(props: {
  scene: ScanScene
  canvas: HTMLCanvasElement
  stage: HTMLElement
  nameOf: (id: string) => string
  pair: Pair
  look: CompareLook
  shown: { id: string; swap: () => void }
}) {
  const t = useTexts('viewer.maps')
  const { stage, nameOf, pair, look, shown } = props
  const names = namesOf(look, pair, shown.id).map(nameOf)
  usePictureNames(props.scene, props.canvas, names)
  if (look === 'map') return null
  return (
    <>
      {look === 'blink' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowsExchange size={16} />}
          onClick={shown.swap}
        >
          {t('swap')}
        </Button>
      )}
      {createPortal(
        <div className={css.split} data-look={look}>
          {names.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>,
        stage,
      )}
    </>
  )
}
