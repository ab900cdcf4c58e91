import { subscribeToChanges } from '@pontic/client'
import type { ChangeEvent } from '@pontic/contract'
import { useEffect } from 'react'
import { markStale, queries } from './cache.ts'
import { currentSession, portal, renewSession, useSession } from './session.ts'

function onChange(change: ChangeEvent): void {
  markStale(change.feature)
  if (change.feature === 'accounts' && change.id === currentSession()?.account_id) void followRights()
}

// Menu and guard read name and rights from the session. The server closes the stream when rights change.
async function followRights(): Promise<void> {
  const session = currentSession()
  if (!session) return
  const own = await portal.call('accounts.get', { params: { username: 'me' } }).catch(() => undefined)
  const isSame = own?.org_admin_flag === session.org_admin_flag && own.name === session.name
  if (own && !isSame) await renewSession().catch(() => undefined)
}

/** Marks the features of the server's change events as stale while a user is signed in, and all of them after a lost connection. */
export function useChangeEvents(): void {
  const id = useSession()?.jti
  useEffect(() => {
    if (id === undefined) return
    let wasBroken = false
    return subscribeToChanges(portal, onChange, (state) => {
      if (state === 'waiting') wasBroken = true
      if (state !== 'open' || !wasBroken) return
      wasBroken = false
      void followRights()
      void queries.invalidateQueries()
    })
  }, [id])
}
