import { type ActorKind, limits, reachOf, type StorageUse } from '@pontic/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useFormats, useTexts } from '../frame/i18n.tsx'
import css from './StorageMeter.module.css'

const [warningPercent, fullPercent] = limits.storageWarningPercents

/** How full a storage is: `low` from 80 % on, `full` from 95 %, as its administrators are warned (rules §7). */
export function judgeStorage({ usedBytes, totalBytes }: StorageUse): 'fine' | 'low' | 'full' {
  const percent = totalBytes === 0 ? 100 : (usedBytes / totalBytes) * 100
  if (percent >= fullPercent) return 'full'
  return percent >= warningPercent ? 'low' : 'fine'
}

/** What makes room: clinics release files, laboratories ask, and the platform knows. */
function adviceFor(kind: ActorKind): 'release' | 'ask' | undefined {
  if (reachOf(kind, 'file.release') !== undefined) return 'release'
  return kind === 'platform' ? undefined : 'ask'
}

/**
 * Storage used and available, as a bar with its numbers; from 80 and 95 % on with a word on what that means, and on what
 * makes room: only some may release files.
 */
export function StorageMeter({ storage, kind }: { storage: StorageUse; kind: ActorKind }) {
  const t = useTexts('storage')
  const common = useTexts('common')
  const { size } = useFormats()
  const { usedBytes, totalBytes } = storage
  const state = judgeStorage(storage)
  const advice = adviceFor(kind)
  const share = totalBytes === 0 ? 1 : Math.min(usedBytes / totalBytes, 1)
  const text = common('label.storageUsed', { used: size(usedBytes), total: size(totalBytes) })
  return (
    <div className={css.storageMeter} data-state={state}>
      <p className="figures">
        <strong>{text}</strong>
        <span className="quiet">{t('available', { size: size(Math.max(totalBytes - usedBytes, 0)) })}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter each in their own colours */}
      <div
        role="meter"
        aria-label={common('label.storage')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      {state !== 'fine' && (
        <p className={css.storageWord}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          {t(state)} {advice && t(advice)}
        </p>
      )}
    </div>
  )
}
