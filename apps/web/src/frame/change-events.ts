import { subscribeToChanges } from '@pontic/client'
import type { ChangeEvent } from '@pontic/contract'
import { useEffect, useRef } from 'react'
import { markStale, queries } from './cache.ts'
import { checkConnection, isDisconnected } from './connection.ts'
import { hasEarlyData } from './early-replies.ts'
import { currentSession, portal, renewSession, useSession } from './session.ts'

function onChange(change: ChangeEvent): void {
  markStale(change.feature)
  if (change.feature === 'accounts' && change.id === currentSession()?.account_id) void renewChangedSession()
}

// Renews the session if its user's name or rights have changed, because menu and guard read them from the session.
async function renewChangedSession(): Promise<void> {
  const session = currentSession()
  if (!session) return
  const own = await portal.call('accounts.get', { params: { username: 'me' } }).catch(() => undefined)
  const isSame = own?.org_admin_flag === session.org_admin_flag && own.name === session.name
  if (own && !isSame) await renewSession().catch(() => undefined)
}

/** Marks features as stale when the server reports their changes. After a lost connection it marks all queries as stale. */
export function useChangeEvents(): void {
  const id = useSession()?.jti
  const isLost = isDisconnected.useValue()
  const wasLost = useRef(false)
  useEffect(() => {
    // The stream connects again as soon as the server can be reached, without waiting for the next try.
    if (isLost) wasLost.current = true
    if (id === undefined || isLost) return
    let wasBroken = wasLost.current
    let isFirst = true
    wasLost.current = false
    return subscribeToChanges(portal, onChange, (state) => {
      if (state === 'waiting') {
        wasBroken = true
        void checkConnection()
      }
      // A change between the early request and the opening of the stream was not reported.
      if (state === 'open' && isFirst && hasEarlyData()) markStale('orders')
      if (state === 'open') isFirst = false
      if (state !== 'open' || !wasBroken) return
      wasBroken = false
      // The server also closes the stream when the user's rights change.
      void renewChangedSession()
      void queries.invalidateQueries()
    })
  }, [id, isLost])
}
