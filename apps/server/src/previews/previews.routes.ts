import { sendContent, sendWatched } from '../files/sending.service.ts'
import type { Handlers } from '../http/handlers.ts'
import { createPreviewLink, findDrawnContent, findPreviewContent, openPreview } from './previews.service.ts'

/** The calls behind `/open/preview3d` (portal.md §2, decisions §7), and what is drawn for who only looks. */
export const previewHandlers: Handlers<'previews'> = {
  'previews.read': async ({ services, scope, params, incoming, outgoing }) =>
    sendWatched({ services, incoming, outgoing }, scope, () => findDrawnContent(services, scope, params)),
  'previews.createLink': ({ tx, scope, services, body }) => createPreviewLink(tx, scope, services, body),
  'previews.open': ({ tx, services, request }) => openPreview(tx, services, request),
  'previews.download': async ({ services, request, params, incoming, outgoing }) =>
    sendContent(incoming, outgoing, await findPreviewContent(services, request, params.fileId)),
}
