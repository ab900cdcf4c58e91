import type { StorageUse } from '@pontic/contract'
import { useFormats, useTexts } from '../frame/i18n.tsx'
import { hasPermission, kindOf } from '../frame/screens.ts'
import { useSession } from '../frame/session.ts'
import { IconAlertTriangle } from './icons.ts'
import css from './StorageMeter.module.css'
import { storageState } from './storage-state.ts'

/**
 * Returns the advice for getting more storage: `release` is to delete files of completed cases, `ask` is to ask the platform.
 * Undefined for the platform and without a session.
 */
function useAdvice(): 'release' | 'ask' | undefined {
  const session = useSession()
  if (!session || kindOf(session) === 'platform') return undefined
  return hasPermission(session, 'file.release') ? 'release' : 'ask'
}

/** The bar of a storage meter, without styles. @param props.share used share, 0 to 1 @param props.text for screen readers */
export function StorageBar({ share, text }: { share: number; text: string }) {
  const t = useTexts('common.label')
  return (
    // biome-ignore lint/a11y/useSemanticElements: each browser renders <meter> in its own colours
    <div
      role="meter"
      aria-label={t('storage')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={text}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  )
}

/** Used and available storage as a bar with numbers. If little is available, a text explains what to do. */
export function StorageMeter({ storage }: { storage: StorageUse }) {
  const t = useTexts('storage')
  const common = useTexts('common')
  const { size } = useFormats()
  const { usedBytes, totalBytes } = storage
  const state = storageState(storage)
  const advice = useAdvice()
  const share = totalBytes === 0 ? 1 : Math.min(usedBytes / totalBytes, 1)
  const text = common('label.storageUsed', { used: size(usedBytes), total: size(totalBytes) })
  return (
    <div className={css.storageMeter} data-state={state}>
      <p className="figures">
        <strong>{text}</strong>
        <span className="quiet">{t('available', { size: size(Math.max(totalBytes - usedBytes, 0)) })}</span>
      </p>
      <StorageBar share={share} text={text} />
      {state !== 'fine' && (
        <p className={css.storageWord}>
          <IconAlertTriangle size={16} />
          {t(state)} {advice && t(advice)}
        </p>
      )}
    </div>
  )
}
