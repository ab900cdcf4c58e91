import { EventStreamParser, loadPasswordDigest, pathOf, readCallError } from '@pontic/client'
import { previewPassHeader, previewTokenHeader, type RouteReply, type Routes } from '@pontic/contract'
import { portal } from '../../frame/session.ts'
import { readStored, writeStored } from '../../frame/stored.ts'

/** The reply to `previews.open`: the number of the case, the expiry of the link, and the scans without names. */
export type OpenedPreview = RouteReply<Routes['previews.open']>

/**
 * The token of a preview link, and the pass that the server returns for the password. `pass` is undefined until the password is
 * entered, and for a link without a password.
 */
export type PreviewKey = { readonly token: string; readonly pass: string | undefined }

/** Returns the headers of all calls with a preview link. */
export const previewHeaders = ({ token, pass }: PreviewKey): Record<string, string> => ({
  [previewTokenHeader]: token,
  ...(pass === undefined ? {} : { [previewPassHeader]: pass }),
})

const request = (
  call: 'previews.open' | 'previews.progress' | 'previews.events',
  key: PreviewKey,
  signal: AbortSignal,
  accept = 'application/json',
) =>
  portal.request(pathOf(call), {
    method: 'GET',
    headers: { ...previewHeaders(key), accept },
    signal,
    isPublic: true,
  })

/**
 * Opens a preview link (`previews.open`), which counts as a view. Token and pass are sent as headers.
 * @throws CallError `preview.link_invalid` for a wrong or expired link, `preview.link_revoked`, `preview.password_needed`
 */
export const openPreview = async (key: PreviewKey, signal: AbortSignal): Promise<OpenedPreview> =>
  readReply(await request('previews.open', key, signal))

/** Reads a response of `previews.open`. @throws CallError as `openPreview` */
export const readOpened = (response: Response): Promise<OpenedPreview> => readReply(response)

const reconnectMs = 2_000

/** The reply to `previews.progress`: how far the server has prepared the scans of a link. */
type PreviewProgress = RouteReply<Routes['previews.progress']>

/** Reads how far the server has prepared the scans of a link, without counting a view. @throws CallError as `openPreview` */
export const readProgress = async (key: PreviewKey, signal: AbortSignal): Promise<PreviewProgress> =>
  readReply(await request('previews.progress', key, signal))

/**
 * Listens for change events of a preview link until `signal` is aborted, and reconnects after an interruption.
 * @param onChange called for each event. It is also called before each reconnection and after each connection, because missed
 *   events are not repeated
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
      const response = await request('previews.events', key, signal, 'text/event-stream')
      const parser = new EventStreamParser(onChange)
      const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
      // The scans may have changed before the stream was open.
      if (reader) onChange()
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        parser.push(part.value)
    } catch {
      // The loop reconnects.
    }
  }
}

/**
 * Exchanges the password of a preview link for a pass (`previews.unlock`).
 * @returns the pass, which is valid for some hours
 * @throws CallError `preview.password_wrong`, `request.too_many`, `preview.link_invalid`, `preview.link_revoked`
 */
export async function unlockPreview(token: string, password: string): Promise<string> {
  const { passwordDigest } = await loadPasswordDigest()
  const response = await portal.request(pathOf('previews.unlock'), {
    method: 'POST',
    headers: {
      ...previewHeaders({ token, pass: undefined }),
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ password: passwordDigest(password) }),
    isPublic: true,
  })
  return (await readReply<{ pass: string }>(response)).pass
}

async function readReply<Reply>(response: Response): Promise<Reply> {
  if (!response.ok) throw await readCallError(response)
  return ((await response.json()) as { data: Reply }).data
}

const nameOf = (token: string) => `pontic.preview.${token.slice(0, 22)}`

/** Finds the pass of a link that was unlocked in this tab. */
export const findPass = (token: string): string | undefined => readStored<string>(nameOf(token), 'session')

/** Stores the pass of a link for this tab; undefined deletes it. */
export const storePass = (token: string, pass: string | undefined): void =>
  writeStored(nameOf(token), pass, 'session')
