import { limits } from '@pontic/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { codeOf } from '../error-code.ts'
import { type FailParams, Refusal } from './fail.ts'
import { failureBody, oauthFailureBody, refusalOf } from './failure.ts'
import { languageOfRequest } from './request.ts'

/** Status, headers and body of the response to a refused call. */
export type FailureResponse = { status: number; headers: Record<string, string>; body: string }

/** Renders a refusal for a request: status, headers and the body of /restful or /oauth (RFC 6749 §5.2). */
export function renderRefusal(request: FastifyRequest, refusal: Refusal): FailureResponse {
  const language = languageOfRequest(request.raw)
  const isOauth = (request.raw.url ?? '').startsWith('/oauth/')
  const bodyOf = isOauth ? oauthFailureBody : failureBody
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' }
  if (refusal.retryAfterSeconds !== undefined) headers['retry-after'] = String(refusal.retryAfterSeconds)
  const hasAuthorization = request.headers.authorization !== undefined
  if (refusal.status === 401 && !isOauth) headers['www-authenticate'] = challengeOf(request, refusal)
  // Sent only if the request had an Authorization header (RFC 6749 §5.2). Otherwise a browser would show its
  // own sign-in prompt.
  if (refusal.status === 401 && isOauth && hasAuthorization)
    headers['www-authenticate'] = 'Basic realm="Pontic"'
  const complete = withParams(refusal, { ...paramsOf(request), ...refusal.params })
  return { status: refusal.status, headers, body: JSON.stringify(bodyOf(complete, language, request.id)) }
}

/** Returns message parameters from the request: whether it had a token, and the body type of the call. */
const paramsOf = ({ headers, routeOptions }: FastifyRequest): FailParams => ({
  token: headers.authorization === undefined ? 'none' : 'given',
  type: routeOptions?.config?.bodyType ?? 'none',
})

const withParams = ({ key, fields, retryAfterSeconds, more }: Refusal, params: FailParams): Refusal =>
  new Refusal(key, params, fields, retryAfterSeconds, more)

// RFC 6750 §3; RFC 9470 §3 for a sign-in that is too old.
function challengeOf(request: FastifyRequest, { key }: Refusal): string {
  if (key === 'session.reauthenticate')
    return `Bearer error="insufficient_user_authentication", max_age="${limits.reauthenticationMinutes * 60}"`
  return request.headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"'
}

/**
 * Sends an error as the response. A refusal is sent with its key, and any other error with the key that
 * `refusalOf` selects. A server failure is also logged completely.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FailureResponse {
  const answer = renderError(error, request)
  void reply.code(answer.status).headers(answer.headers).send(answer.body)
  return answer
}

/** Renders the response to an error and logs it like `sendError`, for a handler that writes the response itself. */
export function renderError(error: unknown, request: FastifyRequest): FailureResponse {
  const { refusal, isUnknown } = refusalOf(error)
  if (isUnknown && !isBrokenOff(error, request))
    request.log.error({ err: error, route: request.routeOptions.config.name }, refusal.key)
  return renderRefusal(request, refusal)
}

/** Whether the caller disconnected in the middle of the request body, which is not a server fault. */
function isBrokenOff(error: unknown, request: FastifyRequest): boolean {
  const code = codeOf(error)
  return request.raw.readableAborted && (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
}
