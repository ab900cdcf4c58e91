import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { dismissNotice, type Notice, useNotices } from '../frame/notices.ts'
import css from './Toaster.module.css'

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, error: IconCircleX }

// Errors stay until they are closed: what went wrong must be readable at leisure.
const shownMs = { info: 5000, warning: 9000, error: undefined }
// Who can still change something has to read, to decide and to get there.
const actionMs = 15_000

/** Draws the notices of the global store at the lower right; above an open sheet on a phone. */
export function Toaster() {
  const t = useTexts('ui.notices')
  const notices = useNotices()
  return (
    <section className="toaster" aria-label={t('label')} aria-live="polite">
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

function Toast({ notice }: { notice: Notice }) {
  const t = useTexts('ui')
  const common = useTexts('common')
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const usual = shownMs[notice.level]
    const ms = usual && notice.action ? actionMs : usual
    if (isHeld || ms === undefined) return
    const timer = setTimeout(() => dismissNotice(notice.id), ms)
    return () => clearTimeout(timer)
  }, [notice, isHeld])
  const Icon = icons[notice.level]
  const hold = { onMouseEnter: () => setHeld(true), onMouseLeave: () => setHeld(false) }
  return (
    <div
      className={css.toast}
      data-level={notice.level}
      {...hold}
      role={notice.level === 'error' ? 'alert' : 'status'}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <div className={css.toastBody}>
        <span className="only-read">{t(`notices.${notice.level}`)}</span>
        <span>{notice.text}</span>
        {notice.requestId && (
          <span className="meta">{common('label.request', { id: notice.requestId })}</span>
        )}
        {notice.action && (
          <button
            type="button"
            className={css.toastAction}
            onClick={() => {
              dismissNotice(notice.id)
              notice.action?.onSelect()
            }}
          >
            {notice.action.label}
          </button>
        )}
      </div>
      <CloseButton size={26} iconSize={16} aria-label={t('close')} onClick={() => dismissNotice(notice.id)} />
    </div>
  )
}
