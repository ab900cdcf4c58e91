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
import type { Tx } from '../db/database.ts'
import type { Services } from '../services.ts'
import type { DeclaredAudit, Scope } from './scope.ts'

/** What a handler may know of the request beside its typed parts. */
export type RequestFacts = {
  id: string
  /** Address of the caller (the proxy's word for it where PONTIC_TRUSTED_PROXIES names the proxy). */
  address: string
  userAgent: string
  /** Language of Accept-Language, or of the cookie `language`. */
  language: Language
  /** One header by its lower-case name; undefined where it is missing or repeated. */
  header: (name: string) => string | undefined
  audit: DeclaredAudit
}

type ScopeOf<R extends Route> = R['permission'] extends 'public' ? undefined : Scope

/** What a handler of a JSON call is given. It works in `tx`, which commits when it returns and rolls back when it throws. */
export type JsonCall<R extends Route> = RouteInput<R> & {
  tx: Tx
  scope: ScopeOf<R>
  services: Services
  request: RequestFacts
  /** Sets a header of the answer. */
  setHeader: (name: string, value: string) => void
  /**
   * Commits although the call is refused: for counters of failed attempts and the like. The handler awaits it before it
   * fails; what it writes is on a connection of its own.
   */
  apart: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
}

/**
 * What a handler of bytes or events is given. It writes the answer itself; the security headers are set on it already.
 * What it throws before the first byte becomes the failure envelope, afterwards the connection is cut.
 * There is no transaction: `services.database.transaction()` opens one.
 */
export type StreamCall<R extends Route = Route> = Omit<RouteInput<R>, 'body'> & {
  scope: ScopeOf<R>
  services: Services
  request: RequestFacts
  incoming: IncomingMessage
  outgoing: ServerResponse
}

/**
 * A call that holds no connection while it works: its handler opens transactions of its own through `apart`. For sign-in
 * and the like, which hash passwords and count attempts that stay although the call is refused.
 */
export type LooseHandler<R extends Route> = {
  withoutTransaction: (call: Omit<JsonCall<R>, 'tx'>) => Promise<RouteReply<R>>
}

/** The function behind one call: exactly the reply's shape, or a refusal by `fail()`. */
export type Handler<R extends Route> = R['reply'] extends 'stream'
  ? (call: StreamCall<R>) => Promise<void>
  : ((call: JsonCall<R>) => Promise<RouteReply<R>>) | LooseHandler<R>

/** The handlers of a feature: every one of its calls by its name, `Handlers<'orders'>`. */
export type Handlers<Feature extends string> = {
  [Name in Extract<RouteName, `${Feature}.${string}`>]: Handler<Routes[Name]>
}

/** The handlers of the whole portal: a call without one does not compile. */
export type AllHandlers = { [Name in RouteName]: Handler<Routes[Name]> }

/**
 * A call that is no JSON call of the route table, such as the upload protocol. Host, token and permission are judged
 * as for all others before `handle` runs; the body is unread in `incoming`.
 */
export type RawRoute = {
  name: string
  methods: readonly ('GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS')[]
  /** Whole path with `:params`. */
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
