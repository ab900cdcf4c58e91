import { subscribeToChanges } from '@pontic/client'
import type { ChangeEvent } from '@pontic/contract'
import { useEffect } from 'react'
import { markStale, queries } from './cache.ts'
import { hasEarlyData } from './early-case.ts'
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
  useEffect(() => {
    if (id === undefined) return
    let wasBroken = false
    let isFirst = true
    return subscribeToChanges(portal, onChange, (state) => {
      if (state === 'waiting') wasBroken = true
      // A change between the early request and the opening of the stream was not reported.
      if (state === 'open' && isFirst && hasEarlyData()) markStale('orders')
      if (state === 'open') isFirst = false
      if (state !== 'open' || !wasBroken) return
      wasBroken = false
      // The server also closes the stream when the user's rights change.
      void renewChangedSession()
      void queries.invalidateQueries()
    })
  }, [id])
}
