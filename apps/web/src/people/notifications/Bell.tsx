import { ActionIcon } from '@mantine/core'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenParams, useScreenPath } from '../../frame/navigation.ts'
import { canOpen, screenOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { countText, setTitleCount } from '../../frame/title.ts'
import { IconBell } from '../../ui/icons.ts'
import { createLazyPart } from '../../ui/lazy-part.ts'
import { type PopupFrame, usePopup } from '../../ui/use-popup.ts'
import css from './Bell.module.css'

const popup = createLazyPart<PopupFrame>(() => import('./BellPopup.tsx').then((file) => file.BellPopup))

/** The notification bell. Users who wait for approval or must set up two-factor sign-in have no bell. */
export function Bell() {
  const session = useSession()
  return session && canOpen(screenOf('/notifications'), session) ? <OwnBell /> : null
}

/** Button with the number of unread notifications. It opens a popup with the latest notifications. */
function OwnBell() {
  const t = useTexts('shell')
  const { button, Popup, frame } = usePopup(popup, 'dialog')
  const count = useRead('notifications.count', {}).data?.unread
  const unread = count ?? 0
  const announced = useIncreasedCount(count)
  useMarkCaseRead(unread)
  useEffect(() => {
    setTitleCount(unread)
    return () => setTitleCount(0)
  }, [unread])
  return (
    <>
      <ActionIcon className="bell" aria-label={t('notifications', { unread })} {...button}>
        <IconBell />
        {unread > 0 && (
          // Not a text, because the name of the button has the complete number.
          <span className={clsx(css.bellCount, 'figures')} data-count={countText(unread)} />
        )}
      </ActionIcon>
      <span className="only-read" aria-live="polite">
        {announced > 0 && t('notifications', { unread: announced })}
      </span>
      {Popup && <Popup {...frame} />}
    </>
  )
}

/**
 * Returns the last count that was higher than the count before it. Screen readers announce this count. The result is 0 until
 * the first increase and after all notifications are read.
 */
function useIncreasedCount(count: number | undefined): number {
  const last = useRef(count)
  const [increased, setIncreased] = useState(0)
  useEffect(() => {
    if (last.current !== undefined && count !== undefined && count > last.current) setIncreased(count)
    if (count === 0) setIncreased(0)
    last.current = count
  }, [count])
  return increased
}

/** Marks the notifications of the shown case as read while the page is visible. */
function useMarkCaseRead(unread: number): void {
  const isCase = useScreenPath() === '/order/detail/$id'
  const orderId = useScreenParams().id
  const { send } = useWrite('notifications.markRead', { onFailure: () => undefined })
  useEffect(() => {
    if (!isCase || orderId === undefined || unread === 0) return
    const markRead = () => {
      if (!document.hidden) void send({ body: { orderId } })
    }
    markRead()
    document.addEventListener('visibilitychange', markRead)
    return () => document.removeEventListener('visibilitychange', markRead)
  }, [isCase, orderId, unread, send])
}
