import { CallError, type CallKey } from '@pontic/client'
import type { RouteCall, RouteName, RouteReply, Routes } from '@pontic/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { featureOf, markStale } from './cache.ts'
import { useTexts } from './i18n.tsx'
import { showNotice } from './notices.ts'
import { portal } from './session.ts'

/** What a call takes; of several calls what any of them takes. */
export type Input<N extends RouteName> = N extends RouteName ? RouteCall<Routes[N]> : never
/** What a call answers; of several calls what any of them answers. */
export type Reply<N extends RouteName> = N extends RouteName ? RouteReply<Routes[N]> : never

/** Why a call failed, ready to be read: `message` is a whole sentence in the user's language. */
export type CallFailure = {
  readonly key: CallKey
  readonly message: string
  readonly requestId: string | undefined
  readonly fields: Readonly<Record<string, string>>
}

const call = portal.call as <N extends RouteName>(
  name: N,
  input: Input<N>,
  options: { idempotencyKey?: string; signal?: AbortSignal },
) => Promise<Reply<N>>

/** Turns what a call threw into what is shown: the server's sentence, else our own for the key. */
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
 * Reads: `useRead('orders.list', { body })`. Kept under `[feature, call, input]`, fetched anew when its feature becomes
 * stale. A list's last answer stays on the screen while the next page is on its way (`isStale`).
 *
 * @param options.isEnabled false waits (an id that is not known yet)
 * @param options.isFresh true asks again each time it is mounted
 * @param options.askAgainMs when to ask again by itself, by the last answer: for what no event tells of
 * @param options.isNewOnly true shows nothing that was read before it was mounted
 * @returns `data` undefined until the first answer; `failure` only while there is nothing to show
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
    // Never another one's data: a case's page must not show the case before it.
    placeholderData: (last: unknown, before: { queryKey: readonly unknown[] } | undefined) =>
      paramsOf(before?.queryKey[2]) === paramsOf(input) ? last : undefined,
    ...(options.isFresh ? { staleTime: 0 } : {}),
    refetchInterval: ({ state }) =>
      state.data ? (options.askAgainMs?.(state.data as Reply<N>) ?? false) : false,
  })
  const { error, refetch } = result
  // What was read stays on the screen while the server can't be reached, not when it has refused.
  const isGone = error instanceof CallError && !error.isPassing
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

/** How a write reports back. */
export type WriteOptions = {
  /** Shows the field messages; without it they are shown with the rest. */
  form?: { showFields: (fields: Record<string, string>) => void }
  /** The page can't be used meanwhile: the overlay comes after 400 ms. */
  isBlocking?: boolean
  /** Features that become stale beside the call's own. */
  stale?: readonly string[]
  /** Shows failures itself; `false` leaves this one to the usual notice. */
  onFailure?: (failure: CallFailure) => unknown
}

// What another person did meanwhile: the screen is out of date, not only the press.
const conflicts = ['.wrong_status', '.changed', '.wrong_state', '.not_found', '.name_taken']

/**
 * Writes: `const ship = useWrite('orders.ship')`, then `await ship.send({ body })`. Its feature becomes stale; a failure
 * goes to the form's fields or to the global store. A press that is repeated after a lost answer carries the same
 * Idempotency-Key, so it happens once.
 *
 * @returns `send` gives the reply, or undefined when it failed and has been told. The same input sent again while its call
 * is pending is dropped: that promise never settles, so what follows the first press happens once.
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
        if (!(error instanceof CallError && error.isPassing)) intent.current = undefined
        // The person canceled the question who they are: what they typed stays, and there is nothing to tell.
        if (failure.key === 'session.reauthenticate') return undefined
        if (conflicts.some((end) => failure.key.endsWith(end))) markStale(featureOf(name))
        tell(failure, latest.current)
        return undefined
      } finally {
        if (inFlight.current === text) inFlight.current = undefined
      }
    },
    [mutateAsync, name, textOf],
  )
  return { send, isBusy: isPending }
}

function tell(failure: CallFailure, { form, onFailure }: WriteOptions) {
  if (onFailure && onFailure(failure) !== false) return
  if (form && Object.keys(failure.fields).length > 0) return form.showFields({ ...failure.fields })
  // The guard leads to the sign-in; a second message would be noise.
  if (failure.key === 'request.unauthenticated') return
  showNotice({ level: 'error', text: failure.message, requestId: failure.requestId })
}

function keyFor(intent: { current: { input: string; key: string } | undefined }, input: unknown): string {
  const text = JSON.stringify(input)
  if (intent.current?.input !== text) intent.current = { input: text, key: randomKey() }
  return intent.current.key
}

/** 128 random bits in hexadecimal. `crypto.randomUUID` is missing on plain http, where laboratories install this. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
