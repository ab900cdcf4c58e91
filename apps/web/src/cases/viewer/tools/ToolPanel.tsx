import { ActionIcon } from '@mantine/core'
import type { ScanScene, SceneState } from '@pontic/viewer/scene'
import { type ComponentType, useCallback, useEffect } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { IconX } from '../../../ui/icons.ts'
import type { PlannedScan } from '../scan-plan.ts'
import { useScanNames } from '../use-scan-names.ts'
import { BiteMark, hasAlignedBite } from './BiteMark.tsx'
import { biteHistoryOf } from './bite-history.ts'
import css from './Tools.module.css'
import type { ScanToolName } from './tool-list.ts'
import { useToolMeshes } from './tool-meshes.ts'
import type { ToolProps } from './tool-props.ts'
import type { ToolSession } from './tool-session.ts'
import { usePictureNote } from './use-picture-parts.ts'

export type ToolPanelProps = {
  readonly name: ScanToolName
  readonly Tool: ComponentType<ToolProps>
  readonly scene: ScanScene
  readonly state: SceneState
  readonly canvas: HTMLCanvasElement
  readonly stage: HTMLElement
  readonly scans: readonly PlannedScan[]
  readonly session: ToolSession
  readonly isNarrow: boolean
  readonly onClose: () => void
  readonly onTool: (name: ScanToolName) => void
}

/** The panel of the active tool: beside the 3D view, or a sheet at the lower edge of a narrow viewer. */
export function ToolPanel({ name, Tool, scans, ...props }: ToolPanelProps) {
  const t = useTexts('viewer')
  const close = useTexts('ui')('close')
  const { scene, state, canvas, session, onClose } = props
  const meshes = useToolMeshes(scene, state, session)
  const names = useScanNames(scans)
  const nameOf = useCallback(
    (scanId: string) => names[scans.findIndex(({ file }) => file.id === scanId)] ?? '',
    [names, scans],
  )
  const isAligned = hasAlignedBite(state.scans)
  usePictureNote(scene, isAligned ? t('bite.aligned') : undefined)
  useEffect(() => void biteHistoryOf(scene, session), [scene, session])
  // The keys of the tool work at once.
  useEffect(() => canvas.focus({ preventScroll: true }), [canvas])
  return (
    <section className={css.panel} aria-label={t(name)} data-tool={name}>
      <header>
        <h2>{t(name)}</h2>
        <ActionIcon size={28} aria-label={close} aria-keyshortcuts="Escape" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <div className={css.body}>
        {meshes.hasFailed ? (
          <p className={css.problem} role="alert">
            {t('measure.failed')}
          </p>
        ) : (
          meshes.isBuilding && (
            <p className="meta" role="status">
              {t('measure.preparing')}
            </p>
          )
        )}
        {isAligned && (
          <p className={css.aligned} role="note">
            {t('bite.aligned')}
          </p>
        )}
        <BiteMark value={isAligned}>
          <Tool key={name} {...props} {...{ scans, meshes, nameOf }} />
        </BiteMark>
      </div>
    </section>
  )
}
