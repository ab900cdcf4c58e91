import { ActionIcon, Button } from '@mantine/core'
import { sizeUnitOf } from '@pontic/contract'
import { ghostOpacity, type ScanScene, type SceneScan, type SceneState } from '@pontic/viewer/scene'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { useFailureText } from '../../frame/failures.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import {
  IconAlertTriangle,
  IconEye,
  IconEyeOff,
  IconFocus2,
  IconGhost2,
  IconPalette,
  IconX,
} from '../../ui/icons.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { useRefusalText } from './refusal-text.ts'
import type { ScanLoad, ScanLoads } from './scan-loader.ts'
import { firstBytesOf, type PlannedScan } from './scan-plan.ts'
import { useScanSize } from './scan-size.ts'
import { useScanNames } from './use-scan-names.ts'
import css from './Viewer.module.css'

type Layer = {
  scan: PlannedScan
  name: string
  load: ScanLoad
  /** Undefined until the scan is in the scene. */
  shown: SceneScan | undefined
}

/** The list of layers, with a row for each scan: visibility, opacity and size, or the reason why it can't be shown. */
export function LayerPanel(props: {
  scene: ScanScene
  state: SceneState
  scans: readonly PlannedScan[]
  loads: ScanLoads
  onRetry: (id: string) => void
  onClose: () => void
}) {
  const common = useTexts('common')
  const close = useTexts('ui')('close')
  const names = useScanNames(props.scans)
  return (
    <section className={css.viewerLayers} aria-label={common('label.scans')}>
      <header>
        <h2>{common('label.scans')}</h2>
        <ActionIcon size={28} aria-label={close} onClick={props.onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes the list scrollable by keyboard */}
      <ul tabIndex={0} aria-label={common('label.scans')}>
        {props.scans.map((scan, index) => (
          <LayerRow
            key={scan.file.id}
            scene={props.scene}
            onRetry={props.onRetry}
            hasOthers={props.scans.length > 1}
            layer={{
              scan,
              name: names[index] ?? '',
              load: props.loads.get(scan.file.id) ?? { phase: 'waiting' },
              shown: props.state.scans.find(({ id }) => id === scan.file.id),
            }}
          />
        ))}
      </ul>
    </section>
  )
}

type RowProps = { layer: Layer; hasOthers: boolean; scene: ScanScene; onRetry: (id: string) => void }

function LayerRow({ layer, scene, hasOthers, onRetry }: RowProps) {
  const t = useTexts('viewer.layers')
  const { scan, name, shown } = layer
  const isSeen = shown?.visible && !shown.isHiddenByView
  return (
    <li className={css.layer} data-seen={isSeen || undefined}>
      <div className={css.layerHead}>
        <span className={css.layerDot} style={shown ? { background: shown.tint } : {}} />
        <span className={css.layerName}>
          <span className="one-line">{name}</span>
          {scan.file.name !== name && <span className="one-line meta">{scan.file.name}</span>}
        </span>
        {shown && <LookButtons name={name} shown={shown} scene={scene} />}
        {shown && hasOthers && (
          <LayerButton
            label={t('only', { name })}
            Icon={IconFocus2}
            onClick={() => scene.showOnly(shown.id)}
          />
        )}
        {shown && (
          <ActionIcon
            size={28}
            aria-label={t('shown', { name })}
            aria-pressed={isSeen ?? false}
            onClick={() => scene.setVisible(shown.id, !isSeen)}
          >
            {isSeen ? <IconEye /> : <IconEyeOff />}
          </ActionIcon>
        )}
      </div>
      {shown ? (
        <ShownScan layer={layer} shown={shown} scene={scene} />
      ) : (
        <PendingScan layer={layer} onRetry={onRetry} />
      )}
    </li>
  )
}

type LayerButtonProps = { label: string; Icon: typeof IconGhost2; isPressed?: boolean; onClick: () => void }

function LayerButton({ label, Icon, isPressed, onClick }: LayerButtonProps) {
  return (
    <ActionIcon
      size={28}
      className={css.layerLook}
      aria-label={label}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      <Icon />
    </ActionIcon>
  )
}

/** Toggles between the scan's own colours and its tint, and between opaque and translucent. */
function LookButtons({ name, shown, scene }: { name: string; shown: SceneScan; scene: ScanScene }) {
  const t = useTexts('viewer.layers')
  const isGhost = shown.opacity <= ghostOpacity
  return (
    <>
      {shown.hasColors && (
        <LayerButton
          label={t('colors', { name })}
          Icon={IconPalette}
          isPressed={shown.ownColors}
          onClick={() => scene.setOwnColors(shown.id, !shown.ownColors)}
        />
      )}
      <LayerButton
        label={t('ghost', { name })}
        Icon={IconGhost2}
        isPressed={isGhost}
        onClick={() => scene.setOpacity(shown.id, isGhost ? 1 : ghostOpacity)}
      />
    </>
  )
}

function ShownScan({ layer, shown, scene }: { layer: Layer; shown: SceneScan; scene: ScanScene }) {
  const t = useTexts('viewer.layers')
  const files = useTexts('files')
  const { percent } = useFormats()
  const sizeOf = useScanSize()
  const { load } = layer
  const { mesh } = layer.scan.file
  return (
    <>
      <p className={clsx(css.layerFacts, 'meta figures')}>
        {/* The level in the scene may have fewer triangles than the scan. */}
        <span>{t('triangles', { count: mesh?.triangleCount ?? shown.triangleCount })}</span>
        <span>{files('measures', sizeOf(shown.sizeMm, mesh ? sizeUnitOf(mesh) : 'mm'))}</span>
        {shown.isHiddenByView && <span>{t('hiddenByView')}</span>}
        {load.phase === 'ready' && load.isRefining && <span>{t('refining')}</span>}
      </p>
      <label className={css.layerOpacity}>
        <span className="only-read">{t('opacity', { name: layer.name })}</span>
        <input
          type="range"
          min={5}
          max={100}
          step={5}
          value={Math.round(shown.opacity * 100)}
          aria-valuetext={percent(shown.opacity)}
          style={{ '--share': shown.opacity } as React.CSSProperties}
          onChange={(event) => scene.setOpacity(shown.id, event.currentTarget.valueAsNumber / 100)}
        />
        <output className="meta figures">{percent(shown.opacity)}</output>
      </label>
    </>
  )
}

function PendingScan({ layer, onRetry }: { layer: Layer; onRetry: (id: string) => void }) {
  const t = useTexts('viewer.layers')
  const { size } = useFormats()
  const { file } = layer.scan
  const { load } = layer
  const totalBytes = firstBytesOf(layer.scan)
  if (load.phase === 'refused' || load.phase === 'failed')
    return <FailedScan load={load} onRetry={() => onRetry(file.id)} />
  if (load.phase === 'making' || load.phase === 'waiting' || load.phase === 'reading')
    return <p className={clsx(css.layerFacts, 'meta')}>{t(load.phase)}</p>
  if (load.phase !== 'receiving') return null
  const receiving = t('receiving', { received: size(load.receivedBytes), total: size(totalBytes) })
  return (
    <>
      <p className={clsx(css.layerFacts, 'meta figures')}>{receiving}</p>
      <ProgressBar label={layer.name} share={load.receivedBytes / totalBytes} />
    </>
  )
}

function FailedScan({ load, onRetry }: { load: ScanLoad; onRetry: () => void }) {
  const common = useTexts('common')
  const refusalText = useRefusalText()
  const textOf = useFailureText()
  // `textOf` logs unexpected errors, so it must run only once for each failure.
  const failure = useMemo(
    () => (load.phase === 'failed' ? textOf(load.error).message : undefined),
    [load, textOf],
  )
  const text = load.phase === 'refused' ? refusalText(load.reason) : failure
  return (
    <div className={css.layerFailed}>
      <IconAlertTriangle size={16} />
      <p>{text}</p>
      {load.phase === 'failed' && (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {common('do.retry')}
        </Button>
      )}
    </div>
  )
}
