import { type ErrorKey, errors, type FieldKey } from '@pontic/contract'

/** Values for the placeholders of a message. */
export type FailParams = Readonly<Record<string, string | number>>

/**
 * An expected failure of a call, with a key of the error catalogue. It becomes the failure envelope in the caller's language.
 */
export class Refusal extends Error {
  readonly key: ErrorKey
  readonly params: FailParams
  readonly fields: Readonly<Record<string, FieldKey>> | undefined
  /** Value of the Retry-After header. */
  readonly retryAfterSeconds: number | undefined
  /** Additional members of the failure body. */
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
 * Refuses the call with an error of the catalogue. The call's transaction is rolled back.
 * @param params values for the message's placeholders
 * @param fields path of a field → key of its message, for refusals that concern the input
 */
export function fail(key: ErrorKey, params?: FailParams, fields?: Readonly<Record<string, FieldKey>>): never {
  throw new Refusal(key, params, fields)
}

/** Refuses the call with a Retry-After header. The message contains the same time as its parameter `wait`. */
export function failWithRetryAfter(key: ErrorKey, retryAfterSeconds: number): never {
  throw new Refusal(key, {}, undefined, retryAfterSeconds)
}

/** Refuses the call. The failure body also gets the members `more`, which the caller needs to continue (RFC 6749 §5.2). */
export function failWithDetails(key: ErrorKey, more: Readonly<Record<string, unknown>>): never {
  throw new Refusal(key, {}, undefined, undefined, more)
}
