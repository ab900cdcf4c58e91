import {
  type ErrorKey,
  errors,
  type MfaChallenge,
  type PasskeyRequest,
  secondFactors,
} from '@pontic/contract'

/**
 * Keys of errors that the client detects, in addition to the portal's error catalogue. The messages package has a text for each.
 * - `network.unreachable`: no connection.
 * - `network.timeout`: no response in time.
 * - `network.invalid_reply`: the response is not from the portal, such as a proxy's error page.
 * - `local.file_unreadable`: a chosen file was moved, changed or locked.
 */
export const clientErrorKeys = [
  'network.unreachable',
  'network.timeout',
  'network.invalid_reply',
  'local.file_unreadable',
] as const
export type ClientErrorKey = (typeof clientErrorKeys)[number]

/** Key of a failed call: a key of the error catalogue or of `clientErrorKeys`. */
export type CallErrorKey = ErrorKey | ClientErrorKey

type Details = {
  status: number
  code: number
  message: string
  fields: Readonly<Record<string, string>>
  requestId: string | null
  retryAfterSeconds: number | null
  mfa: MfaChallenge | null
}

/**
 * The error that every failed call throws. Only a call aborted by its caller throws the abort reason instead.
 * - `status`: HTTP status; 0 without a response.
 * - `code`: number in the error catalogue; 0 for errors that the client detects.
 * - `message`: the portal's message in the requested language. It is empty for the keys of `clientErrorKeys`, whose texts are in
 *   the messages package.
 * - `fields`: messages by dotted field path.
 * - `mfa`: the challenge of `session.mfa_required`; null with other keys.
 */
export class CallError extends Error {
  readonly key: CallErrorKey
  readonly status: number
  readonly code: number
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  readonly mfa: MfaChallenge | null

  constructor(key: CallErrorKey, details: Partial<Details> = {}, cause?: unknown) {
    super(details.message ?? '', cause === undefined ? undefined : { cause })
    this.name = 'CallError'
    this.key = key
    this.status = details.status ?? 0
    this.code = details.code ?? 0
    this.fields = details.fields ?? {}
    this.requestId = details.requestId ?? null
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
    this.mfa = details.mfa ?? null
  }

  /** Whether the same call may succeed if it is repeated later. */
  get isTransient(): boolean {
    if (this.key === 'network.unreachable' || this.key === 'network.timeout') return true
    if (this.key === 'server.disk_full') return false
    return this.status >= 500 || this.status === 408 || this.status === 429
  }
}

/** The parts of a response that an error is built from. Both fetch and XMLHttpRequest provide them. */
export type ResponseParts = { status: number; header: (name: string) => string | null; text: string }

const keyOfCode = new Map<number, ErrorKey>(
  Object.entries(errors).map(([key, { code }]) => [code, key as ErrorKey]),
)

const isErrorKey = (key: unknown): key is ErrorKey => typeof key === 'string' && Object.hasOwn(errors, key)

// Maps error names of RFC 6749 §5.2 to catalogue keys.
const keyOfGrantError: Readonly<Record<string, ErrorKey>> = {
  invalid_client: 'session.invalid_client',
  invalid_grant: 'session.invalid_grant',
  invalid_request: 'session.invalid_request',
  unsupported_grant_type: 'session.unsupported_grant',
}
// Maps statuses of responses without a known key to catalogue keys: responses to HEAD, and responses of proxies.
const keyOfStatus: Readonly<Record<number, ErrorKey>> = {
  400: 'request.invalid',
  401: 'request.unauthenticated',
  403: 'request.forbidden',
  404: 'request.not_found',
  408: 'request.timeout',
  413: 'request.too_large',
  415: 'request.unsupported_type',
  429: 'request.too_many',
  500: 'server.failed',
  502: 'server.unavailable',
  503: 'server.unavailable',
  504: 'server.unavailable',
  507: 'server.disk_full',
}

/**
 * Maps a response with an error status to its error. The message is `message`, or `error_description` under /oauth
 * (RFC 6749 §5.2, requirement 8.description).
 */
export function toCallError(answer: ResponseParts): CallError {
  const body = parseObject(answer.text)
  const code = typeof body.code === 'number' ? body.code : 0
  const key = keyOfBody(body, code) ?? keyOfStatus[answer.status] ?? 'network.invalid_reply'
  return new CallError(key, {
    status: answer.status,
    code: code || (isErrorKey(key) ? errors[key].code : 0),
    message: firstText(body.error_description, body.message),
    fields: parseFields(body.fields),
    requestId: firstText(body.requestId, answer.header('x-request-id')) || null,
    retryAfterSeconds: parseSeconds(answer.header('retry-after')),
    mfa: key === 'session.mfa_required' ? parseChallenge(body) : null,
  })
}

// Parses without a schema, so that a page can sign in without loading the schemas of the contract.
function parseChallenge(body: Record<string, unknown>): MfaChallenge | null {
  const { mfa_token, mfa_expires_in, mfa_methods, passkey_options } = body
  if (typeof mfa_token !== 'string' || typeof mfa_expires_in !== 'number' || !Array.isArray(mfa_methods))
    return null
  return {
    mfa_token,
    mfa_expires_in,
    mfa_methods: secondFactors.filter((factor) => mfa_methods.includes(factor)),
    passkey_options: isPasskeyRequest(passkey_options) ? passkey_options : null,
  }
}

const isPasskeyRequest = (value: unknown): value is PasskeyRequest =>
  typeof value === 'object' && value !== null && 'challenge' in value && 'allowCredentials' in value

function keyOfBody(body: Record<string, unknown>, code: number): ErrorKey | undefined {
  // Under /oauth `error` is a name of RFC 6749 §5.2, and our key is in `key`.
  if (isErrorKey(body.key)) return body.key
  if (isErrorKey(body.error)) return body.error
  const known = keyOfCode.get(code)
  if (known) return known
  return typeof body.error === 'string' ? keyOfGrantError[body.error] : undefined
}

/** Parses a JSON object. Returns an empty object for invalid JSON and for other JSON values. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

const firstText = (...values: unknown[]): string =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? ''

function parseFields(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
}

// Retry-After is a number of seconds or a date (RFC 9110 §10.2.3). The portal sends seconds.
function parseSeconds(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null
}
