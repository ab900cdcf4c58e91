import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises'
import { limits, type Route, type RouteName, routes } from '@pontic/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from '../../config/config.ts'
import { newId } from '../db/ids.ts'
import { codeOf } from '../error-code.ts'
import type { TracedWork } from '../metrics/traces.ts'
import { recordRequest } from '../pauses.ts'
import type { Services } from '../services.ts'
import { sendError } from './answer.ts'
import { type Binding, bindRawRoute, bindRoute, bodyLimitBytes, pathOf } from './bind.ts'
import { fail, Refusal } from './fail.ts'
import type { AllHandlers, RawRoute } from './handlers.ts'
import { parseForm, parseJsonBody } from './read-body.ts'
import { hasOneHost, isCrossSite } from './request.ts'
import { securityHeaders } from './security-headers.ts'

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

/** What `createServer` needs. */
export type ServerParts = Binding & {
  handlers: AllHandlers
  rawRoutes: readonly RawRoute[]
}

/** Creates the HTTP server, which does not listen yet. It has all calls of the route table; on a worker node it has none. */
export function createServer(parts: ServerParts): FastifyInstance {
  const { config, log } = parts.services
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // No route has a schema of Fastify. Without these its compilers are loaded at the start, with a hundred files.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    genReqId: () => newId(),
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: bodyLimitBytes,
    // Closes a connection whose client is silent or reads nothing for this time. The total time of a request is not limited, because
    // uploads can take long.
    connectionTimeout: limits.bodyIdleTimeoutMs,
    requestTimeout: 0,
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      headersTimeout: limits.headerTimeoutMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
    },
    routerOptions: { maxParamLength: 300, querystringParser: () => ({}) },
    clientErrorHandler: (error, socket) => refuseConnection(error as NodeJS.ErrnoException, socket, config),
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...securityHeaders(config), 'x-request-id': request.id })
      sendError(error, request as FastifyRequest, reply as never)
    },
  })
  app.decorateRequest('scope', undefined)
  app.decorateRequest('unchecked', undefined)
  app.decorateRequest('db', undefined)
  addChecks(app, config, parts.services.stopping)
  observeRequests(app, parts.services)
  addParsers(app)
  app.setErrorHandler(
    (error, request, reply) => void sendError(tooLargeOf(error, request) ?? error, request, reply),
  )
  // A worker node serves its probes only.
  if (config.role !== 'worker') bindAll(app, parts)
  return app
}

const noCompiler = () => () => () => {
  throw new Error('A route has a schema, but no compiler is loaded.')
}

/**
 * Stops accepting connections and waits for running requests. After `limitMs`, closes the connections of requests that still run. The
 * bytes that an upload has received are kept, so the client can resume it.
 */
export async function stopServer(app: FastifyInstance, limitMs: number): Promise<void> {
  if (app.server.listening) await closePort(app.server)
  const closing = app.close()
  // A connection that becomes idle after its last response would otherwise stay open.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  const limit = setTimeout(() => app.server.closeAllConnections(), limitMs)
  try {
    await closing
  } finally {
    clearInterval(idle)
    clearTimeout(limit)
  }
}

const acceptRoundsMax = 1_000
const unreadLimitMs = 2_000

/**
 * Closes the port without losing a request that a proxy has sent already. The proxy would answer 502 if the request changes something.
 * Closing a port resets connections that wait to be accepted, so all of them are accepted first. Closing the HTTP server also closes
 * connections whose request has not been read, so it waits for these.
 */
async function closePort(server: Server): Promise<void> {
  const unread = new Set<Socket>()
  server.on('connection', (socket) => {
    unread.add(socket)
    socket.once('close', () => unread.delete(socket))
  })
  server.on('request', ({ socket }) => unread.delete(socket))
  // The event loop accepts at most one connection in each round. Under load, new ones may arrive all the time.
  let acceptedCount = 0
  server.on('connection', () => {
    acceptedCount += 1
  })
  for (let round = 0; round < acceptRoundsMax; round += 1) {
    const lastCount = acceptedCount
    await nextRound()
    if (acceptedCount === lastCount) break
  }
  // The method of HTTP servers would close connections.
  NetServer.prototype.close.call(server)
  const untilMs = performance.now() + unreadLimitMs
  while (unread.size > 0 && performance.now() < untilMs) await wait(10)
}

/** Keeps a connection open on which the client waits for this server: it has sent all, or the server has paused its body. */
function waitForServer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.on('timeout', (socket: Socket) => {
    const isClientSilent = !incoming.complete && !incoming.isPaused()
    if (isClientSilent || outgoing.headersSent) socket.destroy()
  })
}

function addChecks(app: FastifyInstance, config: Config, stopping: AbortSignal): void {
  const headers = securityHeaders(config)
  app.addHook('onRequest', async (request, reply) => {
    recordRequest()
    waitForServer(request.raw, reply.raw)
    void reply.headers(headers).header('x-request-id', request.id)
    // Otherwise a proxy could send the next request on this connection while the node closes it.
    if (stopping.aborted) void reply.header('connection', 'close')
    if (!hasOneHost(request.raw)) fail('request.invalid')
    if (!readMethods.has(request.method) && isCrossSite(request.raw, config.publicUrl))
      fail('request.cross_site')
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') fail('request.unsupported_type')
  })
}

/** Logs, measures and traces each request. */
function observeRequests(app: FastifyInstance, { metrics, traces }: Services): void {
  const works = new WeakMap<FastifyRequest, TracedWork>()
  if (traces)
    // With a callback, because an async hook would leave the context of the trace when it returns.
    app.addHook('onRequest', (request, _reply, done) => {
      const work = traces.begin('request')
      works.set(request, work)
      work.run(done)
    })
  app.addHook('onResponse', async (request, reply) => {
    const { name = 'site' } = request.routeOptions.config
    const { statusCode: status } = reply
    metrics?.recordRequest(name, status, reply.elapsedTime)
    works.get(request)?.end(
      name,
      {
        'http.request.method': request.method,
        'http.response.status_code': status,
        'pontic.request_id': request.id,
      },
      status >= 500,
    )
    const line = {
      route: name,
      status,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
    }
    if (request.scope) request.log.info({ ...line, account: request.scope.account.id })
    else request.log.info(line)
  })
}

function addParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/json\b/,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      checkCharset(request)
      return bytes.length === 0 ? undefined : parseJsonBody(bytes)
    },
  )
  app.addContentTypeParser(
    /^application\/x-www-form-urlencoded\b/,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      checkCharset(request)
      if (!isForm(request)) fail('request.unsupported_type')
      return parseForm(bytes.toString('utf8'))
    },
  )
  // Only calls that declare `bytes` accept this type. The format is detected from the bytes.
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (routeOf(request)?.bytes === undefined) fail('request.unsupported_type')
      return bytes
    },
  )
  // The upload protocol reads the bytes itself.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
}

function checkCharset(request: FastifyRequest): void {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') fail('request.unsupported_type')
  const isJson = /json/.test(request.headers['content-type'] ?? '')
  if (isJson && (isForm(request) || routeOf(request)?.bytes)) fail('request.unsupported_type')
}

/** Returns the error for a body that is too large, if the route accepts bytes and so defines this error. */
function tooLargeOf(error: unknown, request: FastifyRequest): Refusal | undefined {
  const { bytes } = routeOf(request) ?? {}
  const isTooLarge = codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE'
  return isTooLarge && bytes ? new Refusal(bytes.tooLarge) : undefined
}

function routeOf(request: FastifyRequest): Route | undefined {
  return routes[request.routeOptions.config.name as RouteName]
}

function isForm(request: FastifyRequest): boolean {
  return routeOf(request)?.form === true
}

function bindAll(app: FastifyInstance, parts: ServerParts): void {
  const methodsByPath = new Map<string, Set<string>>()
  const addMethods = (path: string, methods: readonly string[]) => {
    // Two calls may name the same path parameter differently.
    const shape = path.replace(/:\w+/g, ':part')
    methodsByPath.set(shape, new Set([...(methodsByPath.get(shape) ?? []), ...methods]))
  }
  for (const [name, route] of Object.entries<Route>(routes)) {
    bindRoute(app, name, route, parts.handlers[name as RouteName], parts)
    addMethods(pathOf(route), route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])
  }
  for (const route of parts.rawRoutes) {
    bindRawRoute(app, route, parts)
    addMethods(route.path, route.methods)
  }
  // An existing path answers other methods with 405 and an Allow header.
  for (const [path, methods] of methodsByPath) {
    const allow = [...methods].join(', ')
    app.route({
      method: allMethods.filter((method) => !methods.has(method)),
      url: path,
      onRequest: async (_request, reply) => {
        void reply.header('allow', allow)
        fail('request.method_not_allowed')
      },
      handler: async () => undefined,
    })
  }
}

const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/**
 * Sends an error response to malformed HTTP (threat T54) and closes the connection. The response contains no
 * part of the request.
 */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket, config: Config): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const headers = Object.entries({ ...securityHeaders(config), connection: 'close', 'content-length': '0' })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${statusTexts[status]}\r\n${lines}\r\n`, () => socket.destroy())
}

/** Whether the client accepts HTML, and so expects a page instead of data. */
export function wantsHtml(incoming: IncomingMessage): boolean {
  return (incoming.headers.accept ?? '').includes('text/html')
}
