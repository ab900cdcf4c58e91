import { CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { dismissNotice, type Notice, useNotices } from '../frame/notices.ts'
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from './icons.ts'
import css from './Toaster.module.css'

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, error: IconCircleX }

// Errors stay until they are closed.
const shownMs = { info: 5000, warning: 9000, error: undefined }
// A notice with an action stays longer, so that the user has time to decide.
const actionMs = 15_000

/** Shows the notices at the lower right. On phones they are at the top while a dialog is open. */
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
  const [isHovered, setHovered] = useState(false)
  useEffect(() => {
    const usual = shownMs[notice.level]
    const ms = usual && notice.action ? actionMs : usual
    if (isHovered || ms === undefined || notice.isLasting) return
    const timer = setTimeout(() => dismissNotice(notice.id), ms)
    return () => clearTimeout(timer)
  }, [notice, isHovered])
  const Icon = icons[notice.level]
  const hover = { onMouseEnter: () => setHovered(true), onMouseLeave: () => setHovered(false) }
  return (
    <div
      className={css.toast}
      data-level={notice.level}
      {...hover}
      role={notice.level === 'error' ? 'alert' : 'status'}
    >
      <Icon />
      <div className={css.toastBody}>
        <span className="only-read">{t(`notices.${notice.level}`)}</span>
        <span>{notice.text}</span>
        {notice.requestId && (
          <span className="meta">{common('label.request', { id: notice.requestId })}</span>
        )}
        {notice.action && (
          <button
            type="button"
            className="text-button"
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
