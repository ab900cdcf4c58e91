import { type ChangesState, subscribeToChanges } from '@pontic/client'
import type { ChangeEvent } from '@pontic/contract'
import { useEffect, useRef } from 'react'
import { markStale, queries } from './cache.ts'
import { checkConnection, isDisconnected } from './connection.ts'
import { hasEarlyReplies } from './early-replies.ts'
import { currentSession, portal, renewSession, useSession } from './session.ts'

// An import makes many changes in a row. The requests of the screen are not repeated for each of them, but after a pause for all.
const pauseMs = 500
const changed = new Set<string>()
let lastAt = Number.NEGATIVE_INFINITY

function onChange(change: ChangeEvent): void {
  if (changed.size === 0) setTimeout(markChanged, Math.max(0, lastAt + pauseMs - performance.now()))
  changed.add(change.feature)
  if (change.feature === 'accounts' && change.id === currentSession()?.account_id) void renewChangedSession()
}

function markChanged(): void {
  lastAt = performance.now()
  markStale(...changed)
  changed.clear()
}

// Renews the session if its user's name or rights have changed, because menu and guard read them from the session.
async function renewChangedSession(): Promise<void> {
  const session = currentSession()
  if (!session) return
  const own = await portal.call('accounts.get', { params: { username: 'me' } }).catch(() => undefined)
  const isSame = own?.org_admin_flag === session.org_admin_flag && own.name === session.name
  if (own && !isSame) await renewSession().catch(() => undefined)
}

/**
 * Marks features as stale when the server reports their changes, and all queries after a lost connection or when data was requested
 * longer ago than the server repeats changes.
 */
export function useChangeEvents(): void {
  const id = useSession()?.jti
  const isLost = isDisconnected.useValue()
  const wasLost = useRef(false)
  useEffect(() => {
    // The stream connects again as soon as the server can be reached, without waiting for the next try.
    if (isLost) wasLost.current = true
    if (id === undefined || isLost) return
    let wasBroken = wasLost.current
    wasLost.current = false
    // When the oldest data of the page was requested, in milliseconds since the start of the page.
    const firstReadAt = hasEarlyReplies() ? 0 : performance.now()
    let isFirst = true
    const onState = (state: ChangesState) => {
      if (state === 'waiting') {
        wasBroken = true
        isFirst = false
        void checkConnection()
      }
      if (state !== 'open' || !wasBroken) return
      wasBroken = false
      // The server also closes the stream when the user's rights change.
      void renewChangedSession()
      void queries.invalidateQueries()
    }
    const onReplay = (ms: number) => {
      if (isFirst && performance.now() - firstReadAt > ms) void queries.invalidateQueries()
      isFirst = false
    }
    return subscribeToChanges(portal, onChange, onState, { onReplay })
  }, [id, isLost])
}
