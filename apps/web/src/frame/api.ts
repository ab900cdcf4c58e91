import { CallError, type CallErrorKey } from '@pontic/client'
import type { RouteCall, RouteName, RouteReply, Routes } from '@pontic/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { featureOf, markStale } from './cache.ts'
import { useTexts } from './i18n.tsx'
import { showNotice } from './notices.ts'
import { portal } from './session.ts'

/** The input of a call; for a union of calls the union of their inputs. */
export type Input<N extends RouteName> = N extends RouteName ? RouteCall<Routes[N]> : never
/** The reply of a call; for a union of calls the union of their replies. */
export type Reply<N extends RouteName> = N extends RouteName ? RouteReply<Routes[N]> : never

/** Why a call failed. `message` is a sentence in the user's language. */
export type CallFailure = {
  readonly key: CallErrorKey
  readonly message: string
  readonly requestId: string | undefined
  readonly fields: Readonly<Record<string, string>>
}

const call = portal.call as <N extends RouteName>(
  name: N,
  input: Input<N>,
  options: { idempotencyKey?: string; signal?: AbortSignal },
) => Promise<Reply<N>>

/** Maps what a call threw to a failure with the server's sentence, or our own for its key. */
export function useFailureText(): (error: unknown) => CallFailure {
  const t = useTexts('ui.error')
  return useCallback(
    (error) => {
      if (!(error instanceof CallError)) {
        console.error(error)
        return { key: 'server.failed', message: t('unexpected'), requestId: undefined, fields: {} }
      }
      const own = error.key.startsWith('network.') ? t('offline') : t('unexpected')
      return {
        key: error.key,
        message: error.message || own,
        requestId: error.requestId ?? undefined,
        fields: error.fields,
      }
    },
    [t],
  )
}

/**
 * Reads: `useRead('orders.list', { body })`. The query key is `[feature, call, input]`; a stale feature is fetched again.
 * The last page of a list stays on the screen until the next one is here (`isStale`).
 *
 * @param options.isEnabled false waits, for example until an id is known
 * @param options.isFresh true fetches again at each mount
 * @param options.askAgainMs interval of polling, by the last reply: for changes without an event
 * @param options.isNewOnly true ignores replies from before the mount
 * @returns `data` undefined until the first reply; `failure` only if there is no data
 */
export function useRead<N extends RouteName>(
  name: N,
  input: Input<N>,
  options: {
    isEnabled?: boolean
    isFresh?: boolean
    isNewOnly?: boolean
    askAgainMs?: (last: Reply<N>) => number | false
  } = {},
) {
  const textOf = useFailureText()
  const result = useQuery<unknown>({
    queryKey: [featureOf(name), name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
    enabled: options.isEnabled ?? true,
    // Only for the same object: a case's page must not show the previous case.
    placeholderData: (last: unknown, before: { queryKey: readonly unknown[] } | undefined) =>
      paramsOf(before?.queryKey[2]) === paramsOf(input) ? last : undefined,
    ...(options.isFresh ? { staleTime: 0 } : {}),
    refetchInterval: ({ state }) =>
      state.data ? (options.askAgainMs?.(state.data as Reply<N>) ?? false) : false,
  })
  const { error, refetch } = result
  // Data stays on the screen while the server can't be reached, but not after a refusal.
  const isGone = error instanceof CallError && !error.isTransient
  const isOld = options.isNewOnly === true && (error !== null || !result.isFetchedAfterMount)
  const data = isGone || isOld ? undefined : (result.data as Reply<N> | undefined)
  const failure = useMemo(
    () => (error && (isGone || data === undefined) ? textOf(error) : undefined),
    [error, isGone, data, textOf],
  )
  return {
    data,
    isLoading: result.isPending && result.isFetching,
    isStale: result.isPlaceholderData,
    failure,
    refetch: useCallback(() => void refetch(), [refetch]),
  }
}

const paramsOf = (input: unknown) => JSON.stringify((input as { params?: unknown } | undefined)?.params)

/**
 * How a write reports its outcome.
 * - `form` shows field messages; without it they are part of the notice.
 * - `isBlocking` covers the page while the call runs (after 400 ms).
 * - `stale`: more features to mark as stale, besides the call's own.
 * - `onFailure` shows failures in place of the notice, unless it returns `false`.
 */
export type WriteOptions = {
  form?: { showFields: (fields: Record<string, string>) => void }
  isBlocking?: boolean
  stale?: readonly string[]
  onFailure?: (failure: CallFailure) => unknown
}

// These failures come from a change by somebody else: the screen is out of date.
const conflicts = ['.wrong_status', '.changed', '.wrong_state', '.not_found', '.name_taken']

/**
 * Writes: `const ship = useWrite('orders.ship')`, then `await ship.send({ body })`. Marks the call's feature as stale. A
 * failure goes to the form's fields or into a notice. A press after a lost reply repeats the Idempotency-Key, so the
 * action happens once.
 *
 * @returns `send` returns the reply, or undefined after a failure, which is shown. A second `send` of the same input while
 * the first is pending returns a promise that never settles, so what follows the first press happens once.
 */
export function useWrite<N extends RouteName>(name: N, options: WriteOptions = {}) {
  const textOf = useFailureText()
  const intent = useRef<{ input: string; key: string }>(undefined)
  const latest = useRef(options)
  latest.current = options
  const { mutateAsync, isPending } = useMutation({
    mutationKey: [name],
    meta: { isBlocking: options.isBlocking ?? false },
    mutationFn: (input: Input<N>) => call(name, input, { idempotencyKey: keyFor(intent, input) }),
  })
  const inFlight = useRef<string>(undefined)
  const send = useCallback(
    async (input: Input<N>): Promise<Reply<N> | undefined> => {
      const text = JSON.stringify(input)
      if (inFlight.current === text) return new Promise(() => undefined)
      inFlight.current = text
      try {
        const reply = (await mutateAsync(input)) as Reply<N>
        intent.current = undefined
        for (const feature of new Set([featureOf(name), ...(latest.current.stale ?? [])])) markStale(feature)
        return reply
      } catch (error) {
        const failure = textOf(error)
        if (!(error instanceof CallError && error.isTransient)) intent.current = undefined
        // The user canceled the reauthentication: their input stays, and there is nothing to report.
        if (failure.key === 'session.reauthenticate') return undefined
        if (conflicts.some((end) => failure.key.endsWith(end))) markStale(featureOf(name))
        report(failure, latest.current)
        return undefined
      } finally {
        if (inFlight.current === text) inFlight.current = undefined
      }
    },
    [mutateAsync, name, textOf],
  )
  return { send, isBusy: isPending }
}

function report(failure: CallFailure, { form, onFailure }: WriteOptions) {
  if (onFailure && onFailure(failure) !== false) return
  if (form && Object.keys(failure.fields).length > 0) return form.showFields({ ...failure.fields })
  // The guard opens the sign-in page; that needs no notice.
  if (failure.key === 'request.unauthenticated') return
  showNotice({ level: 'error', text: failure.message, requestId: failure.requestId })
}

function keyFor(intent: { current: { input: string; key: string } | undefined }, input: unknown): string {
  const text = JSON.stringify(input)
  if (intent.current?.input !== text) intent.current = { input: text, key: randomKey() }
  return intent.current.key
}

/** 128 random bits in hexadecimal. Browsers have no `crypto.randomUUID` on plain http, which laboratories use. */
export const randomKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
