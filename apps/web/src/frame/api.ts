import { CallError } from '@pontic/client'
import type { RouteCall, RouteName, RouteReply, Routes } from '@pontic/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { featureOf, markStale, queries } from './cache.ts'
import { type CallFailure, useFailureText } from './failures.ts'
import { showNotice } from './notices.ts'
import { portal } from './session.ts'

/** The input of a call; for a union of calls the union of their inputs. */
export type Input<N extends RouteName> = N extends RouteName ? RouteCall<Routes[N]> : never
/** The reply of a call; for a union of calls the union of their replies. */
export type Reply<N extends RouteName> = N extends RouteName ? RouteReply<Routes[N]> : never

const call = portal.call as <N extends RouteName>(
  name: N,
  input: Input<N>,
  options: { idempotencyKey?: string; signal?: AbortSignal },
) => Promise<Reply<N>>

/** Returns the query of a call: its key `[feature, call, input]`, and the function that sends it. */
const queryOf = <N extends RouteName>(name: N, input: Input<N>) => ({
  queryKey: [featureOf(name), name, input],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(name, input, { signal }),
})

/** Requests data for a screen that opens next. `useRead` with the same input then sends no request of its own. */
export const prefetchRead = <N extends RouteName>(name: N, input: Input<N>): void =>
  void queries.prefetchQuery(queryOf(name, input))

/**
 * Loads data: `useRead('orders.list', { body })`. A query of a stale feature is fetched again. When `params` stay the same
 * but `body` or `query` changes, `data` is the previous reply until the next one arrives, and `isStale` is true.
 *
 * @param options.isEnabled false sends no request, for example while an id is unknown
 * @param options.isFresh true fetches again at each mount
 * @param options.pollMs returns the polling interval for the last reply, for changes without an event
 * @param options.isNewOnly true returns no reply from before the mount, and no data while the last request has failed
 * @returns `data` is undefined until the first reply and after a refusal. `failure` is set only if there is no data.
 */
export function useRead<N extends RouteName>(
  name: N,
  input: Input<N>,
  options: {
    isEnabled?: boolean
    isFresh?: boolean
    isNewOnly?: boolean
    pollMs?: (last: Reply<N>) => number | false
  } = {},
) {
  const textOf = useFailureText()
  const result = useQuery<unknown>(
    {
      ...queryOf<N>(name, input),
      enabled: options.isEnabled ?? true,
      // Placeholder data must be of the same object: a case's page must not show the previous case.
      placeholderData: (last: unknown, before: { queryKey: readonly unknown[] } | undefined) =>
        paramsOf(before?.queryKey[2]) === paramsOf(input) ? last : undefined,
      ...(options.isFresh ? { staleTime: 0 } : {}),
      refetchInterval: ({ state }) =>
        state.data ? (options.pollMs?.(state.data as Reply<N>) ?? false) : false,
    },
    queries,
  )
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
 * Options of `useWrite`.
 * - `form`: shows a failure that has messages for fields. Any other failure is shown in a notice.
 * - `isBlocking`: covers the page while the call runs (after 400 ms).
 * - `stale`: features to mark as stale in addition to the feature of the call.
 * - `onFailure`: is called with a failure. The form or a notice shows the failure only if this function returns `false`.
 */
export type WriteOptions = {
  form?: { showFields: (fields: Record<string, string>) => void }
  isBlocking?: boolean
  stale?: readonly string[]
  onFailure?: (failure: CallFailure) => unknown
}

// Suffixes of errors that occur after somebody else has changed the object. The screen is then out of date.
const conflicts = ['.wrong_status', '.changed', '.wrong_state', '.not_found', '.name_taken']

/**
 * Changes data: `const ship = useWrite('orders.ship')`, then `await ship.send({ body })`. A success marks the call's feature
 * as stale. A failure is shown at the form's fields or in a notice. Sending the same input again after a lost reply repeats
 * the Idempotency-Key, so that the action happens once.
 *
 * @returns `send` resolves to the reply, or to undefined after a failure. A second `send` of the same input while the first
 * is pending returns a promise that never settles, so that the code after `await send(…)` runs once.
 */
export function useWrite<N extends RouteName>(name: N, options: WriteOptions = {}) {
  const textOf = useFailureText()
  const intent = useRef<{ input: string; key: string }>(undefined)
  const latest = useRef(options)
  latest.current = options
  const { mutateAsync, isPending } = useMutation(
    {
      mutationKey: [name],
      meta: { isBlocking: options.isBlocking ?? false },
      mutationFn: (input: Input<N>) => call(name, input, { idempotencyKey: keyFor(intent, input) }),
    },
    queries,
  )
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
        if (conflicts.some((suffix) => failure.key.endsWith(suffix))) markStale(featureOf(name))
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
  // The guard opens the sign-in page, so no notice is needed.
  if (failure.key === 'request.unauthenticated') return
  showNotice({ level: 'error', text: failure.message, requestId: failure.requestId })
}

function keyFor(intent: { current: { input: string; key: string } | undefined }, input: unknown): string {
  const text = JSON.stringify(input)
  if (intent.current?.input !== text) intent.current = { input: text, key: randomKey() }
  return intent.current.key
}

/** Returns 128 random bits in hexadecimal. `crypto.randomUUID` is missing on plain http, which some laboratories use. */
export const randomKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
