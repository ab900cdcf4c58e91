import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenParams, useScreenPath } from '../../frame/navigation.ts'
import { mayOpen, screenOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { needTexts } from '../../frame/texts.ts'
import { countInTitle, countText } from '../../frame/title.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { type PopupFrame, usePopup } from '../../ui/use-popup.ts'
import css from './Bell.module.css'

const popup = makeLazyPart<PopupFrame>(async () => {
  const [{ BellPopup }] = await Promise.all([import('./BellPopup.tsx'), needTexts(['bell', 'cases'])])
  return BellPopup
})

/** The bell, for whoever has one: not while he waits for approval or has yet to secure his account. */
export function Bell() {
  const session = useSession()
  return session && mayOpen(screenOf('/notifications'), session) ? <OwnBell /> : null
}

/** How much news waits for the reader, and the way to it. */
function OwnBell() {
  const t = useTexts('shell')
  const { button, Popup, frame } = usePopup(popup, 'dialog')
  const count = useRead('notifications.count', {}).data?.unread
  const unread = count ?? 0
  const told = useRisen(count)
  useSeenCase(unread)
  useEffect(() => {
    countInTitle(unread)
    return () => countInTitle(0)
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
        {told > 0 && t('notifications', { unread: told })}
      </span>
      {Popup && <Popup {...frame} />}
    </>
  )
}

/** The count when it has risen while the page was open: what is worth a word. 0 before that, and once all is read. */
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

/** News of the case that is in sight is read by that. */
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
