import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  Language,
  Permission,
  Route,
  RouteAudit,
  RouteInput,
  RouteName,
  RouteReply,
  Routes,
} from '@pontic/contract'
import type { Db, Tx } from '../db/database.ts'
import type { Services } from '../services.ts'
import type { DeclaredAudit, Scope } from './scope.ts'

/** The properties of a request that a handler may use in addition to its parsed inputs. */
export type RequestFacts = {
  id: string
  /** IP address of the caller. It comes from X-Forwarded-For if PONTIC_TRUSTED_PROXIES names the proxy. */
  address: string
  /** Whether the request came through one of PONTIC_TRUSTED_PROXIES. */
  isForwarded: () => boolean
  userAgent: string
  /** Language of Accept-Language, or of the cookie `language`. */
  language: Language
  /** Returns one header by its lower-case name, or undefined if it is missing or repeated. */
  header: (name: string) => string | undefined
  audit: DeclaredAudit
}

/**
 * Runs `work` in a separate transaction on another connection. That transaction commits even if the call is refused, which
 * counters of failed attempts need. The handler awaits it before it refuses the call.
 */
export type OwnTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>

/**
 * The parts of a call that a service function takes as its first parameter. A handler passes its complete call. A job or
 * another service function passes an object with these parts.
 */
export type Call<Part extends keyof Parts> = Pick<Parts, Part>
type Parts = {
  tx: Tx
  inOwnTransaction: OwnTransaction
  scope: Scope
  services: Services
  request: RequestFacts
}

/** Like `Call`, for a service function that only reads. Its `tx` may also be the pool instead of a transaction. */
export type ReadCall<Part extends Exclude<keyof Parts, 'tx'>> = Call<Part> & { tx: Db | Tx }

type ScopeOf<R extends Route> = R['permission'] extends 'public' ? undefined : Scope

/**
 * The argument of a JSON handler. `tx` commits when the handler returns, and rolls back when it throws. For a route with
 * `reads`, `tx` is the pool instead of a transaction.
 */
export type JsonCall<R extends Route> = RouteInput<R> & {
  tx: Tx
  scope: ScopeOf<R>
  services: Services
  request: RequestFacts
  /** Sets a header of the response. */
  setHeader: (name: string, value: string) => void
  inOwnTransaction: OwnTransaction
}

/**
 * The argument of a handler that writes its response itself, such as bytes or events. The security headers are already set. An
 * error before the first byte becomes the failure envelope. After that, an error closes the connection. The handler has no
 * transaction and opens one with `services.database.transaction()`.
 */
export type StreamCall<R extends Route = Route> = Omit<RouteInput<R>, 'body'> & {
  scope: ScopeOf<R>
  services: Services
  request: RequestFacts
  incoming: IncomingMessage
  outgoing: ServerResponse
}

/**
 * A handler without a transaction, which occupies no database connection while it hashes a password, for example. It opens
 * transactions with `inOwnTransaction`.
 */
export type HandlerWithoutTransaction<R extends Route> = {
  withoutTransaction: (call: Omit<JsonCall<R>, 'tx'>) => Promise<RouteReply<R>>
}

/**
 * A handler of a frequent call that reads, or has no effects outside its transaction. Its first statement and the statement that finds
 * the session are sent in one packet (decisions 0074, 0091). If the session has ended, the result is discarded or the transaction
 * rolled back, and the call is refused.
 */
export type HandlerBesideSession<R extends Route> = {
  besideSession: (call: JsonCall<R>) => Promise<RouteReply<R>>
}

/**
 * A handler of a list or a statistic that only reads. It runs on the replica if there is one that has replayed all changes, and may
 * run again on the primary (decision 0083).
 */
export type HandlerFromReplica<R extends Route> = {
  fromReplica: (call: JsonCall<R>) => Promise<RouteReply<R>>
}

/** The handler of one call. It returns the reply, or refuses the call with `fail()`. */
export type Handler<R extends Route> = R['reply'] extends 'stream'
  ? (call: StreamCall<R>) => Promise<void>
  :
      | ((call: JsonCall<R>) => Promise<RouteReply<R>>)
      | HandlerWithoutTransaction<R>
      | HandlerBesideSession<R>
      | (R extends { reads: true } ? HandlerFromReplica<R> : never)

/** The handlers of a feature, one for each of its calls: `Handlers<'orders'>`. */
export type Handlers<Feature extends string> = {
  [Name in Extract<RouteName, `${Feature}.${string}`>]: Handler<Routes[Name]>
}

/** The handlers of all features. The type requires one for every call. */
export type AllHandlers = { [Name in RouteName]: Handler<Routes[Name]> }

/**
 * A route outside the JSON route table, such as the upload protocol. Host, token and permission are checked as for every other
 * route before `handle` runs. A body of the upload protocol is unread in `incoming`.
 */
export type RawRoute = {
  name: string
  methods: readonly ('GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS')[]
  /** Full path with `:params`. */
  path: string
  permission: Permission
  audit: RouteAudit
  handle: (call: RawCall) => Promise<void>
}
export type RawCall = {
  scope: Scope
  params: Readonly<Record<string, string>>
  services: Services
  request: RequestFacts
  incoming: IncomingMessage
  outgoing: ServerResponse
}
