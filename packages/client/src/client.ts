import {
  type Failure,
  limits,
  portalClient,
  type RouteCall,
  type RouteName,
  type RouteReply,
  type Routes,
  type Session,
  successCode,
  zoneHeader,
} from '@pontic/contract'
import { CallError, parseObject, toCallError } from './call-error.ts'
import { type CallRow, calls } from './calls.ts'
import { credentialFields } from './credentials.ts'
import { type Credentials, SessionManager, type StoredSession } from './session.ts'
import { memoryStores, type SessionStores } from './session-stores.ts'

/**
 * Options of `createClient`.
 * - `baseUrl`: origin of the portal without a trailing slash. Empty for the origin of the page.
 * - `language`: returns the language of messages. It is sent with each call as Accept-Language.
 * - `timeZone`: returns the IANA time zone for calendar days. It is sent with each call as X-Zone.
 * - `stores`: where the session is stored. Use `browserStores()` in pages; the default is memory.
 * - `reauthenticate`: shows a prompt in which users prove their identity with `accounts.reauthenticate`. It runs when a call is
 *   refused with `session.reauthenticate`. If it resolves to true, the call is repeated. Concurrent calls share one prompt.
 * - `apiKey`: an organization's API key. It is sent with every call that is not public, and sessions are not used.
 * - `fetch`: used instead of the global `fetch`.
 */
export type ClientOptions = {
  baseUrl: string
  language?: () => string
  timeZone?: () => string
  stores?: SessionStores
  apiKey?: string
  reauthenticate?: () => Promise<boolean>
  fetch?: typeof fetch
}

/** Options of one call. `idempotencyKey`: a repeat within 24 hours returns the first reply. `timeoutMs`: 300,000 by default. */
export type CallOptions = { idempotencyKey?: string; signal?: AbortSignal; timeoutMs?: number }

type CallArguments<N extends RouteName> =
  Record<never, never> extends RouteCall<Routes[N]>
    ? [input?: RouteCall<Routes[N]>, options?: CallOptions]
    : [input: RouteCall<Routes[N]>, options?: CallOptions]

/** The input of `request`. The body must be repeatable, because the request is sent again after a token refresh. */
export type RequestParts = {
  method: string
  headers?: Record<string, string>
  body?: string | Blob
  signal?: AbortSignal
  isPublic?: boolean
}

/** A client of the portal: typed calls with a session or an API key. */
export type Client = {
  readonly baseUrl: string
  readonly session: SessionManager
  /**
   * Calls a route of the contract by its dotted name, such as `orders.get`.
   * @returns `data` of the reply
   * @throws CallError for every error response and network failure; the signal's reason if the caller aborts
   */
  call: <N extends RouteName>(name: N, ...args: CallArguments<N>) => Promise<RouteReply<Routes[N]>>
  /**
   * Sends a request whose response is not a JSON envelope: file bytes, events, tus. Adds the bearer token, the language and the time
   * zone. After a 401, refreshes the token and sends the request again.
   * @param path from the root, `/restful/…`
   * @returns the response, even if it has an error status; pass such a response to `readCallError`
   * @throws CallError `network.unreachable`; the signal's reason if the caller aborts
   */
  request: (path: string, parts: RequestParts) => Promise<Response>
  /** Runs `send` with the authorization header. If `send` returns 401, refreshes the token and runs `send` again. */
  authorized: <A extends { status: number; headers?: unknown }>(
    send: (headers: Record<string, string>) => Promise<A>,
  ) => Promise<A>
  /** Stops timers and listeners; the session remains stored. */
  dispose: () => void
}

/** Returns the path of a route from the root, with its parameters and query filled in. */
export function pathOf(name: RouteName, input: { params?: unknown; query?: unknown } = {}): string {
  const route = calls[name]
  const params = (input.params ?? {}) as Record<string, unknown>
  const filled = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
  const entries = Object.entries((input.query ?? {}) as Record<string, unknown>)
  const query = new URLSearchParams(textEntries(entries)).toString()
  return `${route.base ?? '/restful'}${filled}${query === '' ? '' : `?${query}`}`
}

const textEntries = (entries: [string, unknown][]): [string, string][] =>
  entries.flatMap(([key, value]) => (value === undefined || value === null ? [] : [[key, String(value)]]))

/** Reads the body of a response with an error status, and returns its error. */
export async function readCallError(response: Response): Promise<CallError> {
  const text = await response.text().catch(() => '')
  return toCallError({ status: response.status, header: (name) => response.headers.get(name), text })
}

/** Creates a client. Call `dispose` when it is no longer needed. */
export function createClient(options: ClientOptions): Client {
  const send = sender(options)
  const session = new SessionManager(tokenCalls(send), options.stores ?? memoryStores())

  const { apiKey } = options

  const authorized: Client['authorized'] = async (attempt) => {
    if (apiKey !== undefined) return attempt({ authorization: `Bearer ${apiKey}` })
    const used = session.current() && (await freshSession(session))
    const answer = await attempt(bearer(used))
    if (!isTokenRefused(answer) || used === undefined) return answer
    const next =
      session.current()?.access_token === used.access_token ? await session.refresh() : session.current()
    if (next === undefined) return answer
    const second = await attempt(bearer(next))
    if (isTokenRefused(second)) session.refuse(next.access_token)
    return second
  }

  const request: Client['request'] = (path, parts) => {
    const attempt = (headers: Record<string, string>) =>
      send(path, { ...parts, headers: { ...parts.headers, ...headers } })
    return parts.isPublic ? attempt({}) : authorized(attempt)
  }

  let proving: Promise<boolean> | undefined
  let proofs = 0
  const promptOnce = (reauthenticate: () => Promise<boolean>) => {
    proving ??= reauthenticate()
      .then((isProven) => {
        if (isProven) proofs += 1
        return isProven
      })
      .finally(() => {
        proving = undefined
      })
    return proving
  }
  const proveAndRepeat = async (send: () => Promise<unknown>): Promise<unknown> => {
    const before = proofs
    try {
      return await send()
    } catch (error) {
      const isAsked = error instanceof CallError && error.key === 'session.reauthenticate'
      if (!isAsked || options.reauthenticate === undefined) throw error
      // If another call's prompt has succeeded since this call was sent, this call is repeated without a prompt.
      if (proofs === before && !(await promptOnce(options.reauthenticate))) throw error
      return await send()
    }
  }

  return {
    baseUrl: options.baseUrl,
    session,
    call: (name, ...[input, how]) =>
      proveAndRepeat(() => sendCall(request, name, input ?? {}, how ?? {})) as never,
    request,
    authorized,
    dispose: () => session.dispose(),
  }
}

// A 401 because the sign-in is too old (RFC 9470 §3) is excluded: a refreshed token would be refused too.
function isTokenRefused({ status, headers }: { status: number; headers?: unknown }): boolean {
  if (status !== 401) return false
  const challenge = headers instanceof Headers ? headers.get('www-authenticate') : null
  return challenge === null || !challenge.includes('insufficient_user_authentication')
}

// Refreshes an expired token before the request, which saves a round trip. If the server cannot be reached,
// the old token is sent.
async function freshSession(session: SessionManager): Promise<StoredSession | undefined> {
  return session.restore().catch(() => session.current())
}

const bearer = (session: StoredSession | undefined): Record<string, string> =>
  session === undefined ? {} : { authorization: `Bearer ${session.access_token}` }

type Send = (path: string, parts: RequestParts) => Promise<Response>

function sender({ baseUrl, language, timeZone, fetch: given }: ClientOptions): Send {
  return async (path, { method, headers, body, signal }) => {
    const reader = {
      ...(language ? { 'accept-language': language().replace('_', '-') } : {}),
      ...(timeZone ? { [zoneHeader]: timeZone() } : {}),
    }
    try {
      return await (given ?? fetch)(`${baseUrl}${path}`, {
        method,
        headers: { ...reader, ...headers },
        credentials: 'same-origin',
        cache: 'no-store',
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      })
    } catch (error) {
      throw networkError(error, signal)
    }
  }
}

// An abort is rethrown with its reason. Any other error of fetch means that the portal did not respond.
function networkError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof CallError) return error
  if (signal?.aborted) return signal.reason
  return new CallError('network.unreachable', {}, error)
}

type Parts = { params?: unknown; query?: unknown; body?: unknown }

async function sendCall(request: Client['request'], name: RouteName, input: Parts, how: CallOptions) {
  const route = calls[name]
  const timeout = AbortSignal.timeout(how.timeoutMs ?? limits.requestTimeoutMs)
  const signal = how.signal ? AbortSignal.any([how.signal, timeout]) : timeout
  try {
    const response = await request(pathOf(name, input), {
      method: route.method,
      headers: { accept: 'application/json', ...bodyHeaders(route, how) },
      signal,
      isPublic: route.isPublic === true,
      ...(route.bodyType ? { body: bodyOf(route.bodyType, input.body) } : {}),
    })
    return await parseReply(route, response)
  } catch (error) {
    if (how.signal?.aborted) throw how.signal.reason
    if (timeout.aborted) throw new CallError('network.timeout', {}, error)
    throw networkError(error, undefined)
  }
}

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  bytes: 'application/octet-stream',
} as const satisfies Record<NonNullable<CallRow['bodyType']>, string>

const bodyHeaders = ({ bodyType, refusesKey }: CallRow, how: CallOptions): Record<string, string> => ({
  ...(bodyType ? { 'content-type': contentTypes[bodyType] } : {}),
  ...(how.idempotencyKey === undefined || refusesKey ? {} : { 'idempotency-key': how.idempotencyKey }),
})

function bodyOf(kind: keyof typeof contentTypes, body: unknown): string | Blob {
  if (kind === 'bytes') return body as Blob
  if (kind === 'json') return JSON.stringify(body ?? {})
  return new URLSearchParams(textEntries(Object.entries((body ?? {}) as Record<string, unknown>))).toString()
}

/**
 * Returns `data` of the envelope; a non-zero code is a failure (requirement 8.code). Replies under /oauth have no envelope
 * (RFC 6749 §5). For a route with `isStream`, returns the response itself.
 */
async function parseReply(route: CallRow, response: Response): Promise<unknown> {
  if (response.ok && route.isStream) return response
  const text = await response.text()
  const isOauth = route.base === '/oauth'
  const body = parseObject(text) as Partial<Failure> & { data?: unknown }
  const isGood = response.ok && (isOauth ? text !== '' : body.code === successCode)
  if (isGood) return isOauth ? body : body.data
  throw toCallError({ status: response.status, header: (name) => response.headers.get(name), text })
}

const identity = { client_id: portalClient.id, client_secret: portalClient.secret }

function tokenCalls(send: Send) {
  const call = <N extends RouteName>(name: N, body: Record<string, string | undefined>) =>
    sendCall(send, name, { body }, {})
  return {
    create: async (credentials: Credentials) =>
      call('session.create', {
        ...identity,
        ...(await credentialFields(credentials)),
        remember_me: String(credentials.rememberMe),
      }) as Promise<Session>,
    refresh: ({ refresh_token }: StoredSession) =>
      call('session.create', { grant_type: 'refresh_token', ...identity, refresh_token }) as Promise<Session>,
    revoke: async (token: string) => void (await call('session.revoke', { token, ...identity })),
  }
}
