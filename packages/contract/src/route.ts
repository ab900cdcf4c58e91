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
 * - `bytes`: the body has at most `max` bytes and is sent as `application/octet-stream`; the handler receives all of it.
 * - `reply: 'stream'`: bytes or events instead of the JSON envelope; the handler writes them itself.
 * - `secretReply`: the reply contains a secret or a ticket and must not be stored, so the call refuses an Idempotency-Key.
 * - `reads`: changes nothing and runs without a transaction.
 * - `waiting`: members who wait for approval may also use the call.
 * - `allowsMissingTwoFactor`: people who still have to set up two-factor sign-in may also use the call.
 * - `reauthenticate`: needs a sign-in or a re-authentication of the last 5 minutes (401 `session.reauthenticate` otherwise).
 *   `true`: always. Names of body fields: only if one of them is present and not false.
 * - `headers`: additional headers that the call reads, by name.
 * - `audit`: the actions that the call records in the audit log. Calls without `reads` must declare it, including downloads
 *   and streams. Calls with `reads` declare it if reading by the platform's staff is recorded (threat T63).
 * - `example`: an example body for the API document, which tests send.
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

/** A header that a call reads. */
export type RouteHeader = { readonly description: string; readonly isRequired?: true }

/**
 * Returns how a call treats an Idempotency-Key. A write under /restful accepts it, unless its reply contains a secret. Calls
 * that only read and calls of /oauth ignore it.
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

/** Input of a route's handler: params, query and body after parsing. */
export type RouteInput<R extends Route> = {
  params: Out<R['params'], undefined>
  query: Out<R['query'], undefined>
  body: R['bytes'] extends object ? Uint8Array : Out<R['body'], undefined>
}

/** Input with which a client calls a route: only the parts that the route has. */
export type RouteCall<R extends Route> = (R['params'] extends Schema
  ? { params: In<R['params'], never> }
  : { params?: undefined }) &
  (R['query'] extends Schema ? { query?: In<R['query'], never> } : { query?: undefined }) &
  (R['body'] extends Schema
    ? { body: In<R['body'], never> }
    : R['bytes'] extends object
      ? { body: Blob }
      : { body?: undefined })

/** Type of `data` in the route's reply. */
export type RouteReply<R extends Route> = Out<R['reply'], undefined>
