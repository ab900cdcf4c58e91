import { type ErrorKey, errors, type Failure, type Language } from '@pontic/contract'
import { formatWait, type MessageKey, translate } from '@pontic/messages'
import { isUnavailable, sqlStateOf } from '../db/database.ts'
import { storageUnavailableCode } from '../storage/storage.ts'
import { Refusal } from './fail.ts'

const badTextCodes = new Set(['22021', '22P05'])
const diskFullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** A disk that became read-only or fails, too many open files, and errors of the disk in PostgreSQL. */
const diskFailingCodes = new Set(['EROFS', 'EIO', 'EMFILE', 'ENFILE', '58030'])
/** When a caller may try again, in seconds. */
const retryAfterSeconds: Partial<Record<ErrorKey, number>> = {
  'server.unavailable': 2,
  'server.disk_full': 60,
}
const keysOfFramework: Record<string, ErrorKey> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.invalid',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.invalid',
  FST_ERR_BAD_URL: 'request.invalid',
  FST_ERR_MAX_PARAM_LENGTH: 'request.invalid',
  FST_ERR_ASYNC_CONSTRAINT: 'request.invalid',
}

/**
 * Error keys of database constraints that a caller can violate. Any other violation is a server fault and answers
 * `server.failed`.
 */
const keysOfConstraints: Readonly<Record<string, ErrorKey>> = {
  account_email_key: 'account.email_taken',
  organization_name_key_key: 'organization.name_taken',
  work_order_type_name: 'workorder.type_name_taken',
  push_setting_name: 'push.name_taken',
  pull_setting_name: 'pull.name_taken',
  partnership_pkey: 'partner.wrong_state',
}

/**
 * Maps any error to a refusal. A known fault of the request gets its error key. Every other error gets a key of `server.*`, with a
 * Retry-After if a later call may succeed.
 * @returns `isUnknown` is true for an error that is no refusal and gets a key of `server.*`; it must be logged completely
 */
export function refusalOf(error: unknown): { refusal: Refusal; isUnknown: boolean } {
  if (error instanceof Refusal) return { refusal: withRetryAfter(error), isUnknown: false }
  const key = keyOfKnown(error)
  return {
    refusal: withRetryAfter(new Refusal(key ?? 'server.failed')),
    isUnknown: key === undefined || key.startsWith('server.'),
  }
}

function withRetryAfter(refusal: Refusal): Refusal {
  const { key, params, fields, more } = refusal
  const seconds = refusal.retryAfterSeconds ?? retryAfterSeconds[key]
  return seconds === refusal.retryAfterSeconds ? refusal : new Refusal(key, params, fields, seconds, more)
}

function keyOfKnown(error: unknown): ErrorKey | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  if (code !== undefined && keysOfFramework[code]) return keysOfFramework[code]
  if (code !== undefined && diskFullCodes.has(code)) return 'server.disk_full'
  const state = sqlStateOf(error)
  if (state !== undefined && badTextCodes.has(state)) return 'request.invalid'
  if (state?.startsWith('23') && constraint !== undefined) return keysOfConstraints[constraint]
  if (code === storageUnavailableCode || (code !== undefined && diskFailingCodes.has(code)))
    return 'server.unavailable'
  if (isUnavailable(error)) return 'server.unavailable'
  return keyOfStatus((error as { statusCode?: number }).statusCode)
}

// Fastify and its plugins report faults of a request by status, such as an invalid file path or an unacceptable header.
function keyOfStatus(status: number | undefined): ErrorKey | undefined {
  if (status === undefined || status < 400 || status > 499) return undefined
  return status === 403 || status === 404 ? 'request.not_found' : 'request.invalid'
}

/** Creates the body of a refused call under /restful, in the caller's language. */
export function failureBody(refusal: Refusal, language: Language, requestId: string): Failure {
  const { retryAfterSeconds } = refusal
  const wait = retryAfterSeconds === undefined ? {} : { wait: formatWait(language, retryAfterSeconds) }
  const body: Failure = {
    ...refusal.more,
    code: errors[refusal.key].code,
    error: refusal.key,
    message: translate(language, `errors.${refusal.key}` as MessageKey, { ...refusal.params, ...wait }),
    requestId,
  }
  if (refusal.fields) {
    const fields = Object.entries(refusal.fields)
    body.fields = Object.fromEntries(
      fields.map(([path, key]) => [path, translate(language, `fields.${key}`, refusal.params)]),
    )
  }
  return body
}

const oauthErrors: Partial<Record<ErrorKey, string>> = {
  'session.invalid_client': 'invalid_client',
  'session.unsupported_grant': 'unsupported_grant_type',
  // RFC 6749 §8.5 allows additional error codes.
  'session.mfa_required': 'mfa_required',
  'captcha.required': 'captcha_required',
  'captcha.wrong': 'captcha_required',
  'server.failed': 'server_error',
  'server.unavailable': 'temporarily_unavailable',
}

/** Returns the `error` of RFC 6749 §5.2 for a refusal under /oauth. */
function oauthErrorOf(key: ErrorKey): string {
  const known = oauthErrors[key]
  if (known !== undefined) return known
  const isGrant =
    key.startsWith('session.') && key !== 'session.invalid_request' && key !== 'session.get_switched_off'
  return isGrant ? 'invalid_grant' : 'invalid_request'
}

/**
 * Creates the body of a refused call under /oauth: the members of RFC 6749 §5.2, the number and the key of the error, and the
 * request id.
 */
export function oauthFailureBody(refusal: Refusal, language: Language, requestId: string) {
  const { code, message, fields } = failureBody(refusal, language, requestId)
  const body = {
    ...refusal.more,
    error: oauthErrorOf(refusal.key),
    error_description: message,
    code,
    key: refusal.key,
    requestId,
  }
  return fields ? { ...body, fields } : body
}
