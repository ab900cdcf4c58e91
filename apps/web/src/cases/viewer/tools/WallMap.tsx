import { NativeSelect, TextInput } from '@mantine/core'
import { areaBelow, thicknessScale, valueBelowArea } from '@pontic/viewer/measure'
import { useMemo, useState } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { Figures, Legend, MapStatus, ProbeLabel, useAreaText, useDistanceText } from './MapParts.tsx'
import type { ToolProps } from './tool-props.ts'
import { change, toolValues, wallBoundsMm } from './tool-values.ts'
import { useMapColors } from './use-map-colors.ts'
import { useMapProbe } from './use-map-probe.ts'
import { useMeshMap } from './use-mesh-map.ts'
import { leastWallsMm, type WallMaterial, wallMaterials } from './wall-thickness.ts'

/** Thicker walls are measured as this. */
const reachMm = 4
/** Smaller spots, such as sharp edges, are no thin wall. */
const thinMm2 = 0.1
const first: WallMaterial = 'zirconia'

/** Colours a design by the thickness of its walls, with a minimum that follows from the material. */
export function WallMap(props: ToolProps & { scanId: string }) {
  const { scene, session, meshes, canvas, stage, scanId } = props
  const t = useTexts('viewer.maps')
  const { length } = useFormats()
  const areaText = useAreaText()
  const values = toolValues.surface(session)
  const { leastWallMm: leastMm } = values.useValue()
  const [typed, setTyped] = useState(String(leastMm))
  const setLeastMm = (leastWallMm: number) => change(values, { leastWallMm })
  const map = useMeshMap(meshes, scanId, 'walls', (client, id, signal) =>
    client.call('walls', { id }, signal),
  )
  const scale = useMemo(() => thicknessScale(leastMm), [leastMm])
  const { result } = map
  useMapColors(scene, result && { id: scanId, values: result, scale })
  const probed = useMapProbe(
    { scene, canvas, stage },
    { client: meshes.client, valuesOf: (id) => (id === scanId ? result : undefined) },
  )
  const textOf = useDistanceText(reachMm)
  const figures = useMemo(() => {
    const surface = result && scene.getFullGeometry(scanId)
    if (!surface) return undefined
    const thinnest = valueBelowArea(surface, result, thinMm2)
    return { areaMm2: areaBelow(surface, result, leastMm), thinnest }
  }, [scene, scanId, result, leastMm])
  return (
    <>
      <MinimumFields {...{ typed, setTyped, setLeastMm }} />
      <Legend {...{ scene, canvas }} scale={scale} pointer={probed?.value} />
      <MapStatus {...map} isFinest={meshes.byId.get(scanId)?.isFinest ?? false} />
      {figures && (
        <Figures
          rows={[
            [t('areaBelow', { value: length(leastMm) }), areaText(figures.areaMm2)],
            [t('thinnest'), textOf(figures.thinnest)],
          ]}
        />
      )}
      {probed && <Figures rows={[[t('pointer'), textOf(probed.value)]]} />}
      {probed && <ProbeLabel stage={stage} probed={probed} text={textOf(probed.value)} />}
    </>
  )
}

type MinimumProps = {
  typed: string
  setTyped: (text: string) => void
  setLeastMm: (leastMm: number) => void
}

function MinimumFields({ typed, setTyped, setLeastMm }: MinimumProps) {
  const t = useTexts('viewer.maps')
  const words = useTexts('prescription')
  const [material, setMaterial] = useState<WallMaterial>(first)
  const isValid = isInBounds(Number(typed))
  return (
    <>
      <NativeSelect
        size="xs"
        label={words('fields.material')}
        value={material}
        data={wallMaterials.map((value) => ({ value, label: words(`materials.${value}`) }))}
        onChange={({ currentTarget }) => {
          const found = wallMaterials.find((one) => one === currentTarget.value)
          if (!found) return
          setMaterial(found)
          setTyped(String(leastWallsMm[found]))
          setLeastMm(leastWallsMm[found])
        }}
      />
      <TextInput
        size="xs"
        type="number"
        inputMode="decimal"
        step={0.1}
        {...wallBoundsMm}
        label={t('minimum')}
        value={typed}
        error={isValid ? undefined : t('minimumRange')}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          if (isInBounds(currentTarget.valueAsNumber)) setLeastMm(currentTarget.valueAsNumber)
        }}
      />
    </>
  )
}

const isInBounds = (value: number): boolean => value >= wallBoundsMm.min && value <= wallBoundsMm.max
