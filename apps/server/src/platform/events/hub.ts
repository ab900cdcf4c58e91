import type { ServerResponse } from 'node:http'
import type { ChangeEvent, ReplayEvent } from '@pontic/contract'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { listen } from '../db/listen.ts'
import { accessRevokedChannel, type Change, changeChannel, type RevokedAccess } from '../db/notify.ts'
import type { WatchedSession } from '../services.ts'

/** Receives notifications of all nodes from PostgreSQL and forwards them to open streams. */
export type Hub = {
  /**
   * Writes changes that concern the session to its stream: first a `ReplayEvent` and the recent changes, then each new one until
   * the stream closes.
   */
  addStream: (session: WatchedSession, outgoing: ServerResponse) => void
  /** Writes to the stream of an open preview when its case changes, until the stream closes. */
  addPreviewStream: (orderId: string, outgoing: ServerResponse) => void
  countPreviewStreams: (orderId: string) => number
  /** Calls `cut` once when the session is revoked or loses permissions. @returns a function that stops watching */
  watchSession: (session: WatchedSession, cut: () => void) => () => void
  /** Number of open event streams on this node, of one account or in total. Preview streams are not counted. */
  countStreams: (accountId?: string) => number
  /** Ends all streams, and from then on each new one at once. Clients connect again and reach another node. */
  endStreams: () => void
  close: () => Promise<void>
}

type Stream = { session: WatchedSession; outgoing: ServerResponse }
type Watch = { session: WatchedSession; cut: () => void }

const heartbeatMs = 15_000
// Maximum age of the changes that a new stream replays. The replay covers changes between the first reads of a page and the
// start of the page's stream, so that the page does not repeat these reads.
const replayedMs = 10_000
const replayedMax = 1_000
// Maximum number of unsent bytes of a stream. A stream with more is closed, so that a client that does not read cannot exhaust
// the memory.
const backlogBytesMax = 262_144

/** Opens the hub of a node on a separate connection to PostgreSQL. */
export async function openHub(database: Database, now: () => Date): Promise<Hub> {
  const watches = createWatches(database, now)
  const streams = createStreams()
  const previews = createPreviewStreams()
  const onMessage = (channel: string, payload: string) => {
    if (channel === changeChannel) {
      const change = JSON.parse(payload) as Change
      previews.pass(change)
      return streams.pass(change)
    }
    const revoked = JSON.parse(payload) as RevokedAccess
    watches.cutWhere((session) => isAffectedBy(revoked, session))
  }
  // Closes all streams, because notifications may have been missed. Clients reconnect and read everything again.
  const onGap = () => {
    streams.noteGap()
    streams.end()
    previews.end()
    watches.check().catch(() => {})
  }
  const channels = [changeChannel, accessRevokedChannel]
  let isEnding = false
  const endStreams = () => {
    isEnding = true
    streams.end()
    previews.end()
  }
  const onSilence = () => database.direct.links.breakAll()
  const listener = await listen({ servers: database.direct, channels, onMessage, onGap, onSilence })
  // What happened before the node listened is missing.
  streams.noteGap()
  const heartbeat = setInterval(() => {
    streams.beat()
    previews.beat()
    watches.check().catch(() => {})
  }, heartbeatMs)
  heartbeat.unref()
  return {
    watchSession: watches.add,
    addStream: (session, outgoing) => {
      // The client may have disconnected during the token look-up. Then no close event follows.
      if (outgoing.destroyed) return
      if (isEnding) return void outgoing.end()
      const unwatch = watches.add(session, () => outgoing.destroy())
      streams.add({ session, outgoing }, unwatch)
      // The session may have been revoked during the token look-up.
      watches.check(session).catch(() => {})
    },
    addPreviewStream: (orderId, outgoing) =>
      isEnding ? void outgoing.end() : previews.add(orderId, outgoing),
    endStreams,
    countPreviewStreams: previews.count,
    countStreams: streams.count,
    close: async () => {
      clearInterval(heartbeat)
      endStreams()
      await listener.close()
    },
  }
}

/** Creates the set of open event streams of this node. */
function createStreams() {
  const streams = new Set<Stream>()
  const recent = createRecent()
  const write = ({ outgoing }: Stream, text: string) => {
    if (outgoing.writableLength > backlogBytesMax) outgoing.destroy()
    else outgoing.write(text)
  }
  return {
    add: (stream: Stream, onClose: () => void) => {
      streams.add(stream)
      const replay = eventText('replay', { ms: recent.coveredMs() })
      // In one piece, so that a page repeats its requests once for all of these changes.
      const changes = recent.list().filter((change) => concerns(change, stream.session))
      write(stream, replay + changes.map(textOf).join(''))
      stream.outgoing.on('close', () => {
        streams.delete(stream)
        onClose()
      })
    },
    pass: (change: Change) => {
      recent.keep(change)
      const text = textOf(change)
      for (const stream of streams) if (concerns(change, stream.session)) write(stream, text)
    },
    noteGap: recent.noteGap,
    beat: () => {
      for (const stream of streams) write(stream, ': \n\n')
    },
    count: (accountId?: string) =>
      accountId === undefined
        ? streams.size
        : [...streams].filter(({ session }) => session.accountId === accountId).length,
    end: () => {
      for (const { outgoing } of streams) outgoing.end()
    },
  }
}

/** Creates the set of open preview streams of this node, by case. */
function createPreviewStreams() {
  const byOrder = new Map<string, Set<ServerResponse>>()
  const all = () => [...byOrder.values()].flatMap((streams) => [...streams])
  const write = (outgoing: ServerResponse, text: string) => {
    if (outgoing.writableLength > backlogBytesMax) outgoing.destroy()
    else outgoing.write(text)
  }
  return {
    add: (orderId: string, outgoing: ServerResponse) => {
      if (outgoing.destroyed) return
      const streams = byOrder.get(orderId) ?? new Set()
      byOrder.set(orderId, streams.add(outgoing))
      outgoing.on('close', () => {
        streams.delete(outgoing)
        if (streams.size === 0 && byOrder.get(orderId) === streams) byOrder.delete(orderId)
      })
    },
    count: (orderId: string) => byOrder.get(orderId)?.size ?? 0,
    pass: ({ feature, id }: Change) => {
      if (feature !== 'orders' || id === null) return
      for (const outgoing of byOrder.get(id) ?? []) write(outgoing, 'event: change\ndata: {}\n\n')
    },
    beat: () => {
      for (const outgoing of all()) write(outgoing, ': \n\n')
    },
    end: () => {
      for (const outgoing of all()) outgoing.end()
    },
  }
}

const textOf = ({ feature, id }: Change) => eventText('change', { feature, id })

/** Creates a buffer of recent changes (`replayedMs`), without duplicates. */
function createRecent() {
  const kept = new Map<string, { change: Change; at: number }>()
  let completeSince = performance.now()
  return {
    keep: (change: Change) => {
      const key = JSON.stringify(change)
      kept.delete(key)
      kept.set(key, { change, at: performance.now() })
      if (kept.size <= replayedMax) return
      const [oldest, { at }] = kept.entries().next().value!
      kept.delete(oldest)
      completeSince = Math.max(completeSince, at)
    },
    /** Notes that changes until now may be missing. */
    noteGap: () => {
      completeSince = performance.now()
    },
    /** For how many milliseconds back the buffer has every change. */
    coveredMs: () => Math.min(replayedMs, Math.floor(performance.now() - completeSince)),
    list: () => {
      const since = performance.now() - replayedMs
      for (const [key, { at }] of kept) if (at < since) kept.delete(key)
      return [...kept.values()].map(({ change }) => change)
    },
  }
}

/** Creates the set of open streams and uploads of this node. Each is closed when its session is revoked. */
function createWatches(database: Database, now: () => Date) {
  const watches = new Set<Watch>()
  const cutWhere = (isMeant: (session: WatchedSession) => boolean) => {
    for (const watch of watches) {
      if (!isMeant(watch.session)) continue
      watches.delete(watch)
      watch.cut()
    }
  }
  return {
    cutWhere,
    add: (session: WatchedSession, cut: () => void) => {
      const watch = { session, cut }
      watches.add(watch)
      return () => void watches.delete(watch)
    },
    /**
     * Closes the streams and uploads of sessions that are no longer valid.
     * @param one the only session to check; all sessions by default
     */
    check: async (one?: WatchedSession) => {
      if (watches.size === 0) return
      const sessions = one ? [one] : [...watches].map((watch) => watch.session)
      const valid = await findValidSessions(database, sessions, now())
      // Sessions that were added during the query are checked next time.
      const asked = new Set(sessions.map(({ sessionId }) => sessionId))
      cutWhere(({ sessionId }) => asked.has(sessionId) && !valid.has(sessionId))
    },
  }
}

/** Formats a server-sent event. */
function eventText(
  ...[name, data]: [name: 'change', data: ChangeEvent] | [name: 'replay', data: ReplayEvent]
): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

function concerns(change: Change, session: WatchedSession): boolean {
  return (
    change.organizationIds.includes(session.organizationId) ||
    (change.accountIds?.includes(session.accountId) ?? false)
  )
}

function isAffectedBy(revoked: RevokedAccess, session: WatchedSession): boolean {
  if ('sessionId' in revoked) return revoked.sessionId === session.sessionId
  if ('accountId' in revoked) return revoked.accountId === session.accountId
  return revoked.organizationId === session.organizationId
}

async function findValidSessions(
  { db }: Database,
  sessions: readonly WatchedSession[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const ids = sessions.map((session) => session.sessionId)
  const rows = await db
    .selectFrom('session as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .innerJoin('organization as o', 'o.id', 'a.organization_id')
    .select('s.id')
    .where('s.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now.toISOString())
    .where('a.disabled_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where('o.banned_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}
