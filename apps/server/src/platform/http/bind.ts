import { Readable } from 'node:stream'
import {
  auditActionsOf,
  limits,
  type Route,
  readInput,
  type Schema,
  TimeZone,
  zoneHeader,
} from '@pontic/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Db, Tx } from '../db/database.ts'
import type { Services } from '../services.ts'
import { assertRecentSignIn } from './actor.ts'
import { renderError } from './answer.ts'
import { readBesideSession, writeBesideSession } from './beside-session.ts'
import { fail, Refusal } from './fail.ts'
import { gate, scopeOf } from './gate.ts'
import type { JsonCall, RawRoute, StreamCall } from './handlers.ts'
import { parseForm } from './read-body.ts'
import { factsOf } from './request.ts'
import type { DeclaredAudit, Scope } from './scope.ts'
import { serializerOf } from './serialize.ts'
import {
  type Inputs,
  type ObjectCheck,
  parseIdempotentWrite,
  runInTransaction,
  runWithoutTransaction,
} from './stored-replies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Dotted name of the call, which logs contain instead of its path. */
    name?: string
    /** Content type of the body; `none` for a call without a body. */
    bodyType?: string
    audit?: DeclaredAudit
  }
  interface FastifyRequest {
    scope: Scope | undefined
    /** The connection on which the session is checked; undefined for the pool. */
    db: Db | undefined
  }
}

type AnyJsonHandler = (call: JsonCall<Route>) => Promise<unknown>
type AnyHandlerWithoutTransaction = { withoutTransaction: AnyJsonHandler }
type AnyHandlerBesideSession = { besideSession: AnyJsonHandler }
type AnyHandlerFromReplica = { fromReplica: AnyJsonHandler }
type AnyStreamHandler = (call: StreamCall) => Promise<void>

/**
 * What `bindRoute` needs in addition to the route and its handler. With `checksReplies`, a reply or an audit
 * action that the contract does not declare fails the call. `objectChecks` run before a repeated write gets
 * its stored reply.
 */
export type Binding = {
  services: Services
  checksReplies: boolean
  objectChecks: readonly ObjectCheck[]
}

// Control characters and lone surrogates. PostgreSQL refuses NUL, and a lone surrogate would be stored as
// U+FFFD (threat T57).
const unfitForPath = /[\p{Cc}\p{Cs}]/u

/** Returns the path of a route with Fastify's `:params`. */
export const pathOf = (route: Route): string => `${route.base ?? '/restful'}${route.path}`

function bodyTypeOf({ bytes, form, body }: Route): string {
  if (bytes) return 'application/octet-stream'
  if (form) return 'application/x-www-form-urlencoded'
  return body ? 'application/json' : 'none'
}

/** Adds a route of the route table to Fastify. */
export function bindRoute(
  app: FastifyInstance,
  name: string,
  route: Route,
  handler: unknown,
  binding: Binding,
): void {
  const handle =
    route.reply === 'stream'
      ? streamHandler(route, handler as AnyStreamHandler, binding)
      : jsonHandler(name, route, handler as AnyJsonHandler, binding)
  app.route({
    method: route.method,
    url: pathOf(route),
    config: { name, bodyType: bodyTypeOf(route), audit: declaredAudit(route, binding) },
    onRequest: gate(route, binding.services, isObject(handler) && 'besideSession' in handler),
    handler: handle,
    ...(route.bytes === undefined ? {} : { bodyLimit: route.bytes.max }),
  })
}

/**
 * Adds a route outside the route table to Fastify. The body of the upload protocol stays unread in `incoming`. A body of
 * another type is parsed with the usual limits.
 */
export function bindRawRoute(app: FastifyInstance, route: RawRoute, binding: Binding): void {
  const { services } = binding
  app.route({
    method: [...route.methods],
    url: route.path,
    config: {
      name: route.name,
      bodyType: 'application/offset+octet-stream',
      audit: declaredAudit(route, binding),
    },
    onRequest: gate(route, services),
    handler: (request, reply) =>
      runHijacked(request, reply, async () => {
        const params = readParams(request) as Record<string, string>
        readPart(noQuery, readQuery(request))
        const { raw: incoming } = request
        const { raw: outgoing } = reply
        await route.handle({
          scope: request.scope!,
          params,
          services,
          request: factsOf(request),
          incoming,
          outgoing,
        })
      }),
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const declaredAudit = ({ audit }: Pick<Route, 'audit'>, { checksReplies }: Binding): DeclaredAudit => ({
  actions: auditActionsOf(audit),
  isStrict: checksReplies,
})

/** Asserts a recent sign-in for a route that needs one for some bodies only. @throws session.reauthenticate */
function assertRecentSignInFor({ reauthenticate }: Route, body: unknown, scope: Scope, now: Date): void {
  if (reauthenticate === undefined || reauthenticate === true) return
  const given = body as Record<string, unknown>
  const needs = reauthenticate.some((field) => given[field] !== undefined && given[field] !== false)
  if (needs) assertRecentSignIn(scope, now)
}

// Refuses unknown query parameters, so that nobody relies on a filter or sort order that the call ignores.
const noQuery = z.strictObject({})

function readPart(schema: Schema | undefined, input: unknown): unknown {
  if (schema === undefined) return undefined
  const result = readInput(schema, input)
  if (!result.isValid) throw new Refusal('request.invalid', {}, result.fields)
  return result.value
}

function readParams(request: FastifyRequest): unknown {
  const params = request.params as Record<string, string>
  if (Object.values(params).some((value) => unfitForPath.test(value))) fail('request.invalid')
  return params
}

function readQuery(request: FastifyRequest): Record<string, string> {
  const url = request.raw.url ?? ''
  const mark = url.indexOf('?')
  return mark < 0 ? {} : parseForm(url.slice(mark + 1))
}

function readInputs(route: Route, request: FastifyRequest): Inputs {
  const query = readQuery(request)
  if (route.headers && zoneHeader in route.headers) checkZone(request)
  const hasBody = request.body !== undefined && request.body !== null
  if (route.body === undefined && route.bytes === undefined && hasBody) fail('request.invalid')
  return {
    query: readPart(route.query ?? noQuery, query),
    params: readPart(route.params, readParams(request)),
    body:
      route.bytes === undefined ? readPart(route.body, request.body ?? (route.body && {})) : bytesOf(request),
  }
}

/**
 * Refuses an unknown time zone. Otherwise the days of the reply would silently be those of another zone than the reader's.
 * @throws request.invalid at the header
 */
function checkZone({ headers }: FastifyRequest): void {
  const zone = headers[zoneHeader]
  if (zone === undefined || readInput(TimeZone, zone).isValid) return
  throw new Refusal('request.invalid', {}, { [zoneHeader]: 'time_zone' })
}

function bytesOf({ body }: FastifyRequest): Buffer {
  if (Buffer.isBuffer(body)) return body
  return body === undefined || body === null ? Buffer.alloc(0) : fail('request.unsupported_type')
}

/**
 * Length from which a reply is sent as a buffer. Node converts a string twice, for its length and for the socket. A short string
 * shares one write with the headers.
 */
const bufferedCharacters = 8192

function jsonHandler(
  name: string,
  route: Route,
  handler: AnyJsonHandler | AnyHandlerWithoutTransaction | AnyHandlerBesideSession | AnyHandlerFromReplica,
  { services, checksReplies, objectChecks }: Binding,
) {
  const { database } = services
  const hasNoTransaction = typeof handler !== 'function' && 'withoutTransaction' in handler
  const handle =
    typeof handler === 'function'
      ? handler
      : 'withoutTransaction' in handler
        ? handler.withoutTransaction
        : 'fromReplica' in handler
          ? handler.fromReplica
          : handler.besideSession
  const isFromReplica = typeof handler !== 'function' && 'fromReplica' in handler
  const serialize = serializerOf(route.reply as Schema, route.base !== '/oauth', checksReplies)
  const answer = async (
    request: FastifyRequest,
    setHeader: JsonCall<Route>['setHeader'],
    transaction = database.transaction,
  ) => {
    const inputs = readInputs(route, request)
    if (request.scope) assertRecentSignInFor(route, inputs.body, request.scope, services.now())
    const write = parseIdempotentWrite(name, route, request, inputs, services)
    const facts = factsOf(request)
    const work = async (tx: Tx | undefined) => {
      const call = {
        ...inputs,
        tx,
        scope: request.scope,
        services,
        request: facts,
        setHeader,
        inOwnTransaction: database.transaction,
      }
      return { status: 200, body: serialize(await handle(call as unknown as JsonCall<Route>)) }
    }
    const repeatable = { route, request, inputs, write, services, objectChecks, transaction }
    // Reads run without a transaction. Their few statements need no common snapshot, and `begin` and `commit`
    // would cost as much as the statements.
    if (isFromReplica)
      return await runWithoutTransaction(repeatable, () => database.readFromReplica((db) => work(db as Tx)))
    const tx = hasNoTransaction ? undefined : ((request.db ?? database.db) as Tx)
    return hasNoTransaction || route.reads
      ? await runWithoutTransaction(repeatable, () => work(tx))
      : await runInTransaction(repeatable, work)
  }
  const answerBesideSession: typeof answer = async (request, setHeader) => {
    const { unchecked } = request
    if (unchecked === undefined) return await answer(request, setHeader)
    const runBesideSession = route.reads ? readBesideSession : writeBesideSession
    return await runBesideSession(database, unchecked, services.now(), async ({ db, transaction }, actor) => {
      if (actor) request.scope = scopeOf(route, services, actor, request)
      request.db = db
      return await answer(request, setHeader, transaction)
    })
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const setHeader = (header: string, value: string) => void reply.header(header, value)
    const { status, body } = await answerBesideSession(request, setHeader)
    void reply.code(status).type('application/json; charset=utf-8')
    return reply.send(body.length < bufferedCharacters ? body : Buffer.from(body))
  }
}

function streamHandler(route: Route, handler: AnyStreamHandler, { services }: Binding) {
  return (request: FastifyRequest, reply: FastifyReply) =>
    runHijacked(request, reply, async () => {
      const { params, query } = readInputs(route, request)
      const { raw: incoming } = request
      const { raw: outgoing } = reply
      const call = {
        params,
        query,
        scope: request.scope,
        services,
        request: factsOf(request),
        incoming,
        outgoing,
      }
      await handler(call as unknown as StreamCall)
    })
}

// Headers of a body that was not sent, which an error response must not contain. Content-Range stays, because
// it contains the length of the body for a client whose range was refused.
const bodyHeaders = new Set([
  'content-length',
  'content-type',
  'content-disposition',
  'etag',
  'accept-ranges',
])

/**
 * Detaches the response from Fastify (`reply.hijack`) with the headers set so far, and runs `work`, which writes it. An error
 * before the first byte becomes an error response. After that, an error closes the connection, because an incomplete response
 * must not look complete.
 */
async function runHijacked(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<void>,
): Promise<void> {
  const { raw: outgoing } = reply
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) outgoing.setHeader(name, value)
  reply.hijack()
  try {
    await work()
  } catch (error) {
    if (request.raw.socket.destroyed) return
    const answer = renderError(error, request)
    if (outgoing.headersSent) return void outgoing.destroy()
    for (const name of outgoing.getHeaderNames()) if (bodyHeaders.has(name)) outgoing.removeHeader(name)
    outgoing.writeHead(answer.status, answer.headers)
    Readable.from([answer.body]).pipe(outgoing)
  }
}

/** Maximum size of a JSON or form body in bytes. */
export const bodyLimitBytes = limits.bodyBytes
