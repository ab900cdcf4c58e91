import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Switch } from '@mantine/core'
import { undercutScale } from '@pontic/viewer/measure'
import type { Point, ScanScene, SceneScan } from '@pontic/viewer/scene'
import { useCallback, useEffect, useState } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { IconEye } from '../../../ui/icons.ts'
import { Figures, Legend, MapStatus, ProbeLabel, useAreaText } from './MapParts.tsx'
import type { ToolProps } from './tool-props.ts'
import { change, toolValues } from './tool-values.ts'
import { useMapColors } from './use-map-colors.ts'
import { useMapProbe } from './use-map-probe.ts'
import { useMeshMap } from './use-mesh-map.ts'

/** How long the camera has to rest before the undercuts follow it. */
const restMs = 120

/**
 * Colours what a path of insertion cannot reach. The path is against the direction to the eye: at first the occlusal direction of
 * the jaw, then the view that the user has chosen by turning the model.
 */
export function UndercutMap(props: ToolProps & { scanId: string }) {
  const { scene, state, session, meshes, canvas, stage, scanId } = props
  const t = useTexts('viewer.maps')
  const { length } = useFormats()
  const areaText = useAreaText()
  const values = toolValues.surface(session)
  const { toEye: chosen, isFollowing } = values.useValue()
  const [occlusal] = useState<Point>(() => occlusalOf(scene, state.scans, scanId))
  const toEye = chosen?.scanId === scanId ? chosen.direction : occlusal
  const setToEye = useCallback(
    (direction: Point) => change(values, { toEye: { scanId, direction } }),
    [values, scanId],
  )
  useRestingView(scene, isFollowing, setToEye)
  const map = useMeshMap(meshes, scanId, toEye.join(), (client, id, signal) =>
    client.call('undercuts', { id, toEye }, signal),
  )
  const { result } = map
  useMapColors(scene, result && { id: scanId, values: result.depths, scale: undercutScale })
  const valuesOf = (id: string) => (id === scanId ? result?.depths : undefined)
  const probed = useMapProbe({ scene, canvas, stage }, { client: meshes.client, valuesOf })
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconEye size={16} />}
        onClick={() => setToEye(scene.readAxes().toEye)}
      >
        {t('fromView')}
      </Button>
      <Switch
        size="xs"
        label={t('followView')}
        checked={isFollowing}
        onChange={({ currentTarget }) => change(values, { isFollowing: currentTarget.checked })}
      />
      <Legend {...{ scene, canvas }} scale={undercutScale} digits={2} pointer={probed?.value} />
      <MapStatus {...map} isFinest={meshes.byId.get(scanId)?.isFinest ?? false} />
      {result && (
        <Figures
          rows={[
            [t('undercutArea'), areaText(result.areaMm2)],
            [t('deepest'), length(result.deepestMm)],
          ]}
        />
      )}
      {probed && <Figures rows={[[t('pointer'), length(probed.value)]]} />}
      {probed && <ProbeLabel stage={stage} probed={probed} text={length(probed.value)} />}
    </>
  )
}

/** Returns the direction from the chewing surfaces to the eye: down for an upper scan, up for all others. */
function occlusalOf(scene: ScanScene, scans: readonly SceneScan[], scanId: string): Point {
  const { up } = scene.readAxes(true)
  const isUpper = scans.find(({ id }) => id === scanId)?.role === 'upper'
  return isUpper ? [-up[0], -up[1], -up[2]] : up
}

/** Reports the direction to the eye whenever the camera has rested after a movement. */
function useRestingView(scene: ScanScene, isOn: boolean, onRest: (toEye: Point) => void): void {
  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let before = ''
    const report = () => {
      const { toEye } = scene.readAxes()
      const now = toEye.map((part) => part.toFixed(3)).join()
      // Frames that only show new colours have the same direction.
      if (now !== before) onRest(toEye)
      before = now
    }
    report()
    const end = scene.onFrame(() => {
      clearTimeout(timer)
      timer = setTimeout(report, restMs)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [scene, isOn, onRest])
}
