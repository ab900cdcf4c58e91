import { useTexts } from '../../../frame/i18n.tsx'
import { Choice, ScanSelect } from './MapParts.tsx'
import { MarginMap } from './MarginMap.tsx'
import type { ToolProps } from './tool-props.ts'
import { change, type SurfaceValues, surfaceKinds, toolValues } from './tool-values.ts'
import { UndercutMap } from './UndercutMap.tsx'
import { WallMap } from './WallMap.tsx'

type Kind = SurfaceValues['kind']

const parts = { undercuts: UndercutMap, margin: MarginMap, walls: WallMap }

/** Colours one scan by its undercuts, its curvature, or the thickness of its walls. */
export function SurfaceTool(props: ToolProps) {
  const t = useTexts('viewer.maps')
  const { scans } = props.state
  const values = toolValues.surface(props.session)
  const { kind, scanId: chosen } = values.useValue()
  const id = scans.find((scan) => scan.id === chosen)?.id ?? findFirst(scans, kind)
  if (id === undefined) return null
  const Part = parts[kind]
  return (
    <>
      <Choice
        label={t('show')}
        value={kind}
        options={surfaceKinds.map((value) => ({ value, label: t(value) }))}
        onChange={(kind) => change(values, { kind })}
      />
      <ScanSelect
        label={t('scan')}
        value={id}
        {...{ scans }}
        nameOf={props.nameOf}
        onChange={(scanId) => change(values, { scanId })}
      />
      <Part key={id} {...props} scanId={id} />
    </>
  )
}

/** Selects the scan that the user probably means: designs for walls, preparations for margins, or else the first visible one. */
function findFirst(scans: ToolProps['state']['scans'], kind: Kind): string | undefined {
  const visible = scans.filter((scan) => scan.visible && !scan.isHiddenByView)
  const role = kind === 'walls' ? 'design' : 'preparation'
  return (visible.find((scan) => scan.role === role) ?? visible[0] ?? scans[0])?.id
}
