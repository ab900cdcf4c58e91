import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from './fail.ts'
import { failureBody, oauthFailureBody, refusalOf } from './failure.ts'
import { languageOfRequest } from './request.ts'

/** A refusal as it is sent. */
export type FailureAnswer = { status: number; headers: Record<string, string>; body: string }

/** What a refusal looks like to this request: status, headers and the body of /restful or of /oauth (RFC 6749). */
export function answerOf(request: FastifyRequest, refusal: Refusal): FailureAnswer {
  const language = languageOfRequest(request.raw)
  const isOauth = (request.raw.url ?? '').startsWith('/oauth/')
  const bodyOf = isOauth ? oauthFailureBody : failureBody
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' }
  if (refusal.retryAfterSeconds !== undefined) headers['retry-after'] = String(refusal.retryAfterSeconds)
  if (refusal.status === 401 && !isOauth) {
    const isGiven = request.headers.authorization !== undefined
    headers['www-authenticate'] = isGiven ? 'Bearer error="invalid_token"' : 'Bearer'
  }
  return { status: refusal.status, headers, body: JSON.stringify(bodyOf(refusal, language, request.id)) }
}

/** Answers any error: refusals as they are, everything else as `server.*`, logged whole. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FailureAnswer {
  const answer = answerError(error, request)
  void reply.code(answer.status).headers(answer.headers).send(answer.body)
  return answer
}

/** As `sendError`, for an answer that its handler writes itself. */
export function answerError(error: unknown, request: FastifyRequest): FailureAnswer {
  const { refusal, isUnknown } = refusalOf(error)
  if (isUnknown && !isBrokenOff(error, request))
    request.log.error({ err: error, route: request.routeOptions.config.name }, refusal.key)
  return answerOf(request, refusal)
}

/** Whether the caller went away in the middle of the body: no failure of ours. */
function isBrokenOff(error: unknown, request: FastifyRequest): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return request.raw.readableAborted && (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
}
