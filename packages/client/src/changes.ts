import { type ChangeEvent, eventFeatures } from '@pontic/contract'
import { backoffMs, waitMs } from './backoff.ts'
import { parseObject } from './call-error.ts'
import { type Client, pathOf } from './client.ts'
import { EventStreamParser } from './event-stream.ts'

/**
 * State of the event stream. When the state returns from `waiting` to `open`, reload all data: changes may have been missed.
 * `stopped` is final: the caller stopped the stream, the session ended, or the server refused the request.
 */
export type ChangesState = 'connecting' | 'open' | 'waiting' | 'stopped'

export type ChangesOptions = {
  silenceMs?: number
  firstRetryMs?: number
  longestRetryMs?: number
  /** Is called when a connection begins: the changes of the last `ms` milliseconds follow. Data from before must be read again. */
  onReplay?: (ms: number) => void
}

type Settings = Required<ChangesOptions>

// A connection is closed if nothing arrives on it for `silenceMs`. The server sends comments while there are no changes.
const defaults: Settings = {
  silenceMs: 75_000,
  firstRetryMs: 500,
  longestRetryMs: 10_000,
  onReplay: () => undefined,
}

/**
 * Receives change events through fetch, which can send the bearer token in a header (rules §7: never a token in a URL).
 * Reconnects automatically with jitter. Stops after a 401 or 403, or when the session ends.
 * @returns a function that stops the stream
 */
export function subscribeToChanges(
  client: Client,
  onChange: (change: ChangeEvent) => void,
  onState: (state: ChangesState) => void = () => undefined,
  options: ChangesOptions = {},
): () => void {
  const stop = new AbortController()
  const unsubscribe = client.session.subscribe((session) => {
    if (session === undefined) stop.abort()
  })
  const run = reconnectUntilStopped(client, onChange, onState, { ...defaults, ...options }, stop.signal)
  void run.finally(() => {
    unsubscribe()
    onState('stopped')
  })
  return () => stop.abort()
}

async function reconnectUntilStopped(
  client: Client,
  onChange: (change: ChangeEvent) => void,
  onState: (state: ChangesState) => void,
  settings: Settings,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  let { firstRetryMs } = settings
  while (!signal.aborted) {
    onState('connecting')
    const parser = new EventStreamParser(({ event, data }) => {
      if (event === 'change') notifyChange(data, onChange)
      if (event === 'replay') settings.onReplay(Number(parseObject(data).ms))
    })
    const onOpen = () => {
      failures = 0
      onState('open')
    }
    const isOver = await readConnection(client, parser, onOpen, settings.silenceMs, signal)
    if (isOver || signal.aborted) return
    onState('waiting')
    firstRetryMs = parser.retryMs ?? firstRetryMs
    await waitMs(backoffMs(failures, firstRetryMs, settings.longestRetryMs), signal)
    failures += 1
  }
}

/** Reads one connection until it closes. @returns true after a 401 or 403, when a reconnect would fail again */
async function readConnection(
  client: Client,
  parser: EventStreamParser,
  onOpen: () => void,
  silenceMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const timeout = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const resetTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => timeout.abort(), silenceMs)
  }
  try {
    resetTimer()
    const response = await client.request(pathOf('events.stream'), {
      method: 'GET',
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      return response.status === 401 || response.status === 403
    }
    onOpen()
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      resetTimer()
      parser.push(decoder.decode(part.value, { stream: true }))
    }
  } catch {
    // The connection was lost. The caller reconnects.
  } finally {
    clearTimeout(timer)
  }
  return false
}

function notifyChange(data: string, onChange: (change: ChangeEvent) => void): void {
  // Checked without the schema, which every page would have to load.
  const { feature: name, id } = parseObject(data)
  const feature = eventFeatures.find((one) => one === name)
  // A newer server may send features that this page does not know. They are ignored.
  if (feature && (id === null || typeof id === 'string')) onChange({ feature, id })
}
