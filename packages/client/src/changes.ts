import { ChangeEvent, readInput } from '@pontic/contract'
import { backoffMs, waitMs } from './backoff.ts'
import { parseObject } from './call-error.ts'
import { type Client, pathOf } from './client.ts'
import { EventStreamParser } from './event-stream.ts'

/**
 * State of the event stream. `open` after `waiting` means that changes may have been missed: read everything again. `stopped`
 * is final: the session ended or the permission was lost.
 */
export type ChangesState = 'connecting' | 'open' | 'waiting' | 'stopped'

export type ChangesOptions = { silenceMs?: number; firstRetryMs?: number; longestRetryMs?: number }

type Settings = Required<ChangesOptions>

// A connection without data for this long, not even a comment, is considered dead.
const defaults: Settings = { silenceMs: 75_000, firstRetryMs: 500, longestRetryMs: 30_000 }

/**
 * Receives changes over fetch with the bearer token (rules §7: never a token in a URL). Reconnects automatically with jitter;
 * ends on 401 and 403 and when the session ends.
 * @returns a function that stops it
 */
export function subscribeToChanges(
  client: Client,
  onChange: (change: ChangeEvent) => void,
  onState: (state: ChangesState) => void = () => undefined,
  options: ChangesOptions = {},
): () => void {
  const stop = new AbortController()
  const forget = client.session.subscribe((session) => {
    if (session === undefined) stop.abort()
  })
  const run = keepOpen(client, onChange, onState, { ...defaults, ...options }, stop.signal)
  void run.finally(() => {
    forget()
    onState('stopped')
  })
  return () => stop.abort()
}

async function keepOpen(
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
    })
    const onOpen = () => {
      failures = 0
      onState('open')
    }
    const isOver = await readOnce(client, parser, onOpen, settings.silenceMs, signal)
    if (isOver || signal.aborted) return
    onState('waiting')
    firstRetryMs = parser.retryMs ?? firstRetryMs
    await waitMs(backoffMs(failures, firstRetryMs, settings.longestRetryMs), signal)
    failures += 1
  }
}

/** One connection from start to end. @returns true if a reconnect is useless */
async function readOnce(
  client: Client,
  parser: EventStreamParser,
  onOpen: () => void,
  silenceMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const silence = new AbortController()
  let watch: ReturnType<typeof setTimeout> | undefined
  const listen = () => {
    clearTimeout(watch)
    watch = setTimeout(() => silence.abort(), silenceMs)
  }
  try {
    listen()
    const response = await client.request(pathOf('events.stream'), {
      method: 'GET',
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      return response.status === 401 || response.status === 403
    }
    onOpen()
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      listen()
      parser.push(decoder.decode(part.value, { stream: true }))
    }
  } catch {
    // A lost connection: the caller reconnects.
  } finally {
    clearTimeout(watch)
  }
  return false
}

function notifyChange(data: string, onChange: (change: ChangeEvent) => void): void {
  const parsed = readInput(ChangeEvent, parseObject(data))
  // A newer server may report features that this page does not know.
  if (parsed.isValid) onChange(parsed.value)
}
