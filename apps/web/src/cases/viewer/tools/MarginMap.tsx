import { curvatureScale } from '@pontic/viewer/measure'
import { useTexts } from '../../../frame/i18n.tsx'
import { Legend, MapStatus } from './MapParts.tsx'
import type { ToolProps } from './tool-props.ts'
import { useMapColors } from './use-map-colors.ts'
import { useMeshMap } from './use-mesh-map.ts'

/** Shades ridges and grooves, which shows the margin of a preparation. */
export function MarginMap({ scene, canvas, meshes, scanId }: ToolProps & { scanId: string }) {
  const t = useTexts('viewer.maps')
  const map = useMeshMap(meshes, scanId, 'curvature', (client, id, signal) =>
    client.call('curvature', { id }, signal),
  )
  useMapColors(scene, map.result && { id: scanId, values: map.result, scale: curvatureScale })
  return (
    <>
      <Legend {...{ scene, canvas }} scale={curvatureScale} ends={[t('groove'), t('ridge')]} />
      <MapStatus {...map} isFinest={meshes.byId.get(scanId)?.isFinest ?? false} />
    </>
  )
}
