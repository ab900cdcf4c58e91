import type * as z from 'zod/mini'
import type { RouteAudit } from './audit-actions.ts'
import type { ErrorKey } from './errors.ts'
import type { Permission } from './permissions.ts'

/** Any schema of the contract. */
export type Schema = z.ZodMiniType

/**
 * One call of the portal, as data. The server, the SDK, the API document and tests are derived from it.
 * - `permission`: a row of the matrix, or `public` for calls without a session.
 * - `base`: prefix of the path; `/restful` by default.
 * - `form`: the body is `application/x-www-form-urlencoded` (RFC 6749 §4.3.2).
 * - `bytes`: the body is bytes, at most `max`, sent as `application/octet-stream`; the handler gets them complete.
 * - `reply: 'stream'`: bytes or events instead of the JSON envelope; the handler writes them itself.
 * - `secretReply`: the reply contains a secret or a ticket and is never stored: the call refuses an Idempotency-Key.
 * - `reads`: changes nothing and runs without a transaction.
 * - `waiting`: also open to a member who waits for approval.
 * - `allowsMissingTwoFactor`: also open to people who have not set up the two-factor sign-in that is required of them.
 * - `reauthenticate`: needs a sign-in or a re-authentication of the last 5 minutes (401 `session.reauthenticate` otherwise).
 *   `true`: always. Names of body fields: if one of them is given and not false.
 * - `headers`: further headers that the call reads, by name.
 * - `audit`: what the call records in the audit log. Every call that is not marked `reads` declares it, including downloads and
 *   streams; a call with `reads` declares it if reading by the platform's staff is recorded (threat T63).
 * - `example`: a body that tests send.
 */
export type Route = RouteFacts &
  (
    | { readonly reads: true; readonly audit?: Exclude<RouteAudit, { readonly none: string }> }
    | { readonly reads?: undefined; readonly audit: RouteAudit }
  )

type RouteFacts = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly base?: '/restful' | '/oauth'
  readonly permission: Permission | 'public'
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly form?: true
  readonly bytes?: { readonly max: number; readonly tooLarge: ErrorKey }
  readonly reply: Schema | 'stream'
  readonly secretReply?: true
  readonly waiting?: true
  readonly allowsMissingTwoFactor?: true
  readonly reauthenticate?: true | readonly string[]
  readonly headers?: Readonly<Record<string, RouteHeader>>
  readonly errors: readonly ErrorKey[]
  readonly example?: { readonly body: unknown }
}

/** A header that a call reads: its content, and whether it is required. */
export type RouteHeader = { readonly description: string; readonly isRequired?: true }

/**
 * How a call treats an Idempotency-Key. Every write under /restful accepts it, but refuses it if the stored reply would contain
 * a secret. Calls that only read, and those of /oauth, ignore it.
 */
export function idempotencyKeyUseOf(route: Pick<Route, 'method' | 'reads' | 'base' | 'secretReply'>): KeyUse {
  if (route.method === 'GET' || route.reads || route.base === '/oauth') return 'ignored'
  return route.secretReply ? 'refused' : 'taken'
}
export type KeyUse = 'taken' | 'refused' | 'ignored'

/** Calls by dotted name (`orders.ship`). */
export type RouteTable = Readonly<Record<string, Route>>

type Out<S, Otherwise> = S extends Schema ? z.output<S> : Otherwise
type In<S, Otherwise> = S extends Schema ? z.input<S> : Otherwise

/** Input of a route's handler: the parsed params, query and body. */
export type RouteInput<R extends Route> = {
  params: Out<R['params'], undefined>
  query: Out<R['query'], undefined>
  body: R['bytes'] extends object ? Uint8Array : Out<R['body'], undefined>
}

/** Input of a call of a route: only the parts that the route has. */
export type RouteCall<R extends Route> = (R['params'] extends Schema
  ? { params: In<R['params'], never> }
  : { params?: undefined }) &
  (R['query'] extends Schema ? { query?: In<R['query'], never> } : { query?: undefined }) &
  (R['body'] extends Schema
    ? { body: In<R['body'], never> }
    : R['bytes'] extends object
      ? { body: Blob }
      : { body?: undefined })

/** The `data` of the route's reply. */
export type RouteReply<R extends Route> = Out<R['reply'], undefined>
