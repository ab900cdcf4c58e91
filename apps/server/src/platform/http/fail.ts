import { type ErrorKey, errors, type FieldKey } from '@pontic/contract'

/** Values for the placeholders of a message. */
export type FailParams = Readonly<Record<string, string | number>>

/** A refusal: a key of the error catalogue. It becomes the failure envelope in the caller's language. */
export class Refusal extends Error {
  readonly key: ErrorKey
  readonly params: FailParams
  readonly fields: Readonly<Record<string, FieldKey>> | undefined
  /** Sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined
  /** Members added next to those of the failure. */
  readonly more: Readonly<Record<string, unknown>>

  constructor(
    key: ErrorKey,
    params: FailParams = {},
    fields?: Readonly<Record<string, FieldKey>>,
    retryAfterSeconds?: number,
    more: Readonly<Record<string, unknown>> = {},
  ) {
    super(key)
    this.key = key
    this.params = params
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
    this.more = more
  }

  get status(): number {
    return errors[this.key].status
  }
}

/**
 * Refuses the call; nothing else does. The call's transaction is rolled back.
 * @param params values for the message's placeholders
 * @param fields path of a field → key of its message, for refusals that concern the input
 */
export function fail(key: ErrorKey, params?: FailParams, fields?: Readonly<Record<string, FieldKey>>): never {
  throw new Refusal(key, params, fields)
}

/** Refuses with a Retry-After header; the message has the same time as `wait`. */
export function failWithRetryAfter(key: ErrorKey, retryAfterSeconds: number): never {
  throw new Refusal(key, {}, undefined, retryAfterSeconds)
}

/** Refuses with what the caller needs to continue, next to `error` (under /oauth: RFC 6749 §5.2). */
export function failWithDetails(key: ErrorKey, more: Readonly<Record<string, unknown>>): never {
  throw new Refusal(key, {}, undefined, undefined, more)
}
