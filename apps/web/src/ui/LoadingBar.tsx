import { useEffect, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import css from './LoadingBar.module.css'

const overlayAfterMs = 400

/** Shows a thin bar while a request is pending, and an overlay if a blocking write takes longer than 400 ms (rules §2). */
export function LoadingBar({ isBusy, isBlocking }: { isBusy: boolean; isBlocking: boolean }) {
  const t = useTexts('ui')
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isBlocking) return setLong(false)
    const timer = setTimeout(() => setLong(true), overlayAfterMs)
    return () => clearTimeout(timer)
  }, [isBlocking])
  return (
    <>
      {isBusy && <div className="loading-bar" aria-hidden="true" />}
      {isBlocking && isLong && (
        <div className={css.loadingVeil} role="status">
          <span>{t('loading')}</span>
        </div>
      )}
    </>
  )
}
