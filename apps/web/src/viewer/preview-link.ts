import { failureOfResponse, pathOf } from '@pontic/client'
import { previewTokenHeader, type RouteReply, type Routes } from '@pontic/contract'
import { portal } from '../session.ts'

/** What a preview link opens: the case's number, the link's end and its scans, without names. */
export type OpenedPreview = RouteReply<Routes['previews.open']>

/**
 * Opens a preview link (`previews.open`); the token goes in a header.
 * @throws CallError `preview.link_invalid` for a link that is wrong or has expired
 */
export async function openPreview(token: string, signal: AbortSignal): Promise<OpenedPreview> {
  const headers = { [previewTokenHeader]: token, accept: 'application/json' }
  const response = await portal.request(pathOf('previews.open'), {
    method: 'GET',
    headers,
    signal,
    isPublic: true,
  })
  if (!response.ok) throw await failureOfResponse(response)
  const { data } = (await response.json()) as { data: OpenedPreview }
  return data
}
