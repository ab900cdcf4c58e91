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

/** What a handler may read of the request besides its parsed parts. */
export type RequestFacts = {
  id: string
  /** Address of the caller, from the proxy's header if PONTIC_TRUSTED_PROXIES names the proxy. */
  address: string
  userAgent: string
  /** Language of Accept-Language, or of the cookie `language`. */
  language: Language
  /** One header by its lower-case name; undefined where it is missing or repeated. */
  header: (name: string) => string | undefined
  audit: DeclaredAudit
}

/**
 * Runs work in a transaction that commits even if the call is refused, for counters of failed attempts and the like. It uses a
 * connection of its own; the handler awaits it before it fails.
 */
export type OwnTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>

/**
 * The parts of a call that a use case takes as its first parameter. A handler passes its whole call; a job or another use case
 * may build the parts.
 */
export type Call<Part extends keyof Parts> = Pick<Parts, Part>
type Parts = {
  tx: Tx
  inOwnTransaction: OwnTransaction
  scope: Scope
  services: Services
  request: RequestFacts
}

/** The same for a use case that only reads, which may also get a pool instead of a transaction. */
export type ReadCall<Part extends Exclude<keyof Parts, 'tx'>> = Call<Part> & { tx: Db | Tx }

type ScopeOf<R extends Route> = R['permission'] extends 'public' ? undefined : Scope

/** The argument of a JSON handler. `tx` commits when the handler returns and rolls back when it throws. */
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
 * The argument of a handler of bytes or events, which writes the response itself; the security headers are already set. An
 * error before the first byte becomes the failure envelope; afterwards the connection is cut. There is no transaction:
 * `services.database.transaction()` opens one.
 */
export type StreamCall<R extends Route = Route> = Omit<RouteInput<R>, 'body'> & {
  scope: ScopeOf<R>
  services: Services
  request: RequestFacts
  incoming: IncomingMessage
  outgoing: ServerResponse
}

/**
 * Handler that runs outside a transaction and holds no connection. It opens transactions with `inOwnTransaction`. Used for sign-in and the
 * like, which hash passwords and count attempts even if the call is refused.
 */
export type HandlerWithoutTransaction<R extends Route> = {
  withoutTransaction: (call: Omit<JsonCall<R>, 'tx'>) => Promise<RouteReply<R>>
}

/** The function of one call: returns exactly the reply's shape, or refuses with `fail()`. */
export type Handler<R extends Route> = R['reply'] extends 'stream'
  ? (call: StreamCall<R>) => Promise<void>
  : ((call: JsonCall<R>) => Promise<RouteReply<R>>) | HandlerWithoutTransaction<R>

/** The handlers of a feature, one for each of its calls: `Handlers<'orders'>`. */
export type Handlers<Feature extends string> = {
  [Name in Extract<RouteName, `${Feature}.${string}`>]: Handler<Routes[Name]>
}

/** The handlers of all features. The type requires one for every call. */
export type AllHandlers = { [Name in RouteName]: Handler<Routes[Name]> }

/**
 * A call outside the JSON route table, such as the upload protocol. Host, token and permission are checked as for all others
 * before `handle` runs; the body is unread in `incoming`.
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
