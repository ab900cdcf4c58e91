import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenParams, useScreenPath } from '../../frame/navigation.ts'
import { canOpen, screenOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { countText, setTitleCount } from '../../frame/title.ts'
import { createLazyPart } from '../../ui/lazy-part.ts'
import { type PopupFrame, usePopup } from '../../ui/use-popup.ts'
import css from './Bell.module.css'

const popup = createLazyPart<PopupFrame>(() => import('./BellPopup.tsx').then((file) => file.BellPopup))

/** The bell. Users who wait for approval or must set up two-factor sign-in have none. */
export function Bell() {
  const session = useSession()
  return session && canOpen(screenOf('/notifications'), session) ? <OwnBell /> : null
}

/** The number of unread notifications, and a popup with them. */
function OwnBell() {
  const t = useTexts('shell')
  const { button, Popup, frame } = usePopup(popup, 'dialog')
  const count = useRead('notifications.count', {}).data?.unread
  const unread = count ?? 0
  const announced = useRisen(count)
  useSeenCase(unread)
  useEffect(() => {
    setTitleCount(unread)
    return () => setTitleCount(0)
  }, [unread])
  return (
    <>
      <ActionIcon className="bell" aria-label={t('notifications', { unread })} {...button}>
        <IconBell size={18} stroke={1.75} />
        {unread > 0 && (
          <span className={clsx(css.bellCount, 'figures')} aria-hidden="true">
            {countText(unread)}
          </span>
        )}
      </ActionIcon>
      <span className="only-read" aria-live="polite">
        {announced > 0 && t('notifications', { unread: announced })}
      </span>
      {Popup && <Popup {...frame} />}
    </>
  )
}

/** The count after it has risen while the page is open, to be announced; 0 before that and once everything is read. */
function useRisen(count: number | undefined): number {
  const last = useRef(count)
  const [risen, setRisen] = useState(0)
  useEffect(() => {
    if (last.current !== undefined && count !== undefined && count > last.current) setRisen(count)
    if (count === 0) setRisen(0)
    last.current = count
  }, [count])
  return risen
}

/** Marks the notifications of the shown case as read. */
function useSeenCase(unread: number): void {
  const isCase = useScreenPath() === '/order/detail/$id'
  const orderId = useScreenParams().id
  const { send } = useWrite('notifications.markRead', { onFailure: () => undefined })
  useEffect(() => {
    if (!isCase || orderId === undefined || unread === 0) return
    const see = () => {
      if (!document.hidden) void send({ body: { orderId } })
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [isCase, orderId, unread, send])
}
