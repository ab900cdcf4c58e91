import { EventStreamParser, failureOfResponse, passwordDigest, pathOf } from '@pontic/client'
import { previewPassHeader, previewTokenHeader, type RouteReply, type Routes } from '@pontic/contract'
import { portal } from '../../frame/session.ts'
import { readStored, writeStored } from '../../frame/stored.ts'

/** What a preview link opens: the case's number, the link's end and its scans, without names. */
export type OpenedPreview = RouteReply<Routes['previews.open']>

/** By what a link is opened: its token, and the pass where its password was typed. */
export type PreviewKey = { readonly token: string; readonly pass: string | undefined }

/** The headers of all calls by a preview link. */
export const headersOf = ({ token, pass }: PreviewKey): Record<string, string> => ({
  [previewTokenHeader]: token,
  ...(pass === undefined ? {} : { [previewPassHeader]: pass }),
})

/**
 * Opens a preview link (`previews.open`); token and pass go in headers.
 * @throws CallError `preview.link_invalid` for a link that is wrong or over, `preview.password_needed`
 */
export async function openPreview(key: PreviewKey, signal: AbortSignal): Promise<OpenedPreview> {
  const response = await portal.request(pathOf('previews.open'), {
    method: 'GET',
    headers: { ...headersOf(key), accept: 'application/json' },
    signal,
    isPublic: true,
  })
  return readReply<OpenedPreview>(response)
}

/** How long a page waits before it listens again. */
const reconnectMs = 2_000

/** How far the server is with the scans of a link. */
export type PreviewProgress = RouteReply<Routes['previews.progress']>

/** Asks how far the server is with the scans of a link (`previews.progress`); no view is counted. @throws as `openPreview` */
export async function askProgress(key: PreviewKey, signal: AbortSignal): Promise<PreviewProgress> {
  const response = await portal.request(pathOf('previews.progress'), {
    method: 'GET',
    headers: { ...headersOf(key), accept: 'application/json' },
    signal,
    isPublic: true,
  })
  return readReply<PreviewProgress>(response)
}

/**
 * Hears that something may have changed about an open link, until it is aborted; connects again after a break.
 * @param onChange is also called after each break: what was missed is not told
 */
export async function watchPreview(
  key: PreviewKey,
  onChange: () => void,
  signal: AbortSignal,
): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    if (!isFirst) {
      await new Promise((resolve) => setTimeout(resolve, reconnectMs))
      onChange()
    }
    try {
      const response = await portal.request(pathOf('previews.events'), {
        method: 'GET',
        headers: { ...headersOf(key), accept: 'text/event-stream' },
        signal,
        isPublic: true,
      })
      const parser = new EventStreamParser(onChange)
      const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
      // What changed before the stream stood.
      if (reader) onChange()
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        parser.push(part.value)
    } catch {
      // A lost connection: it is tried again.
    }
  }
}

/**
 * Opens a link's password (`previews.unlock`).
 * @returns the pass, good for some hours
 * @throws CallError `preview.password_wrong`, `request.too_many`, `preview.link_invalid`
 */
export async function unlockPreview(token: string, password: string): Promise<string> {
  const response = await portal.request(pathOf('previews.unlock'), {
    method: 'POST',
    headers: {
      ...headersOf({ token, pass: undefined }),
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ password: passwordDigest(password) }),
    isPublic: true,
  })
  return (await readReply<{ pass: string }>(response)).pass
}

async function readReply<Reply>(response: Response): Promise<Reply> {
  if (!response.ok) throw await failureOfResponse(response)
  return ((await response.json()) as { data: Reply }).data
}

const nameOf = (token: string) => `pontic.preview.${token.slice(0, 22)}`

/** The pass of a link that was unlocked in this tab. */
export const readPass = (token: string): string | undefined => readStored<string>(nameOf(token), 'session')

/** Keeps the pass of a link for this tab; undefined forgets it. */
export const keepPass = (token: string, pass: string | undefined): void =>
  writeStored(nameOf(token), pass, 'session')
