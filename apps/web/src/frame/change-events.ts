import { subscribeToChanges } from '@pontic/client'
import type { ChangeEvent } from '@pontic/contract'
import { useEffect } from 'react'
import { markStale, queries } from './cache.ts'
import { currentSession, portal, renewSession, useSession } from './session.ts'

function hearChange(change: ChangeEvent): void {
  markStale(change.feature)
  if (change.feature === 'accounts' && change.id === currentSession()?.account_id) void followRights()
}

// Name and rights are in the session too, which the menu and the guard follow. A stream is cut when rights change.
async function followRights(): Promise<void> {
  const session = currentSession()
  if (!session) return
  const own = await portal.call('accounts.get', { params: { username: 'me' } }).catch(() => undefined)
  const isSame = own?.org_admin_flag === session.org_admin_flag && own.name === session.name
  if (own && !isSame) await renewSession().catch(() => undefined)
}

/**
 * Listens to the server's changes while somebody is signed in: each marks its feature stale. After a break nothing
 * that was known is trusted.
 */
export function useChangeEvents(): void {
  const id = useSession()?.jti
  useEffect(() => {
    if (id === undefined) return
    let wasBroken = false
    return subscribeToChanges(portal, hearChange, (state) => {
      if (state === 'waiting') wasBroken = true
      if (state !== 'open' || !wasBroken) return
      wasBroken = false
      void followRights()
      void queries.invalidateQueries()
    })
  }, [id])
}
