import type { Handlers } from '../../platform/http/handlers.ts'
import { sendContent, sendWatched } from '../../platform/http/sending.ts'
import { findOpenMeshContent, openPreview, readProgress, unlockPreview } from './open-previews.service.ts'
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from './preview-links.service.ts'
import { findDrawnContent } from './previews.service.ts'

/**
 * Handlers behind `/open/preview3d` (requirement 2.route.open.preview3d, rules §7), for its links and their scans, and for
 * redrawn pictures of view-only shares.
 */
export const previewHandlers: Omit<Handlers<'previews'>, 'previews.events'> &
  Pick<Handlers<'meshes'>, 'meshes.openLevel' | 'meshes.openPicture'> = {
  'previews.read': async ({ services, scope, params, incoming, outgoing }) =>
    sendWatched({ services, incoming, outgoing }, scope, () => findDrawnContent(services, scope, params)),
  'previews.createLink': { withoutTransaction: (call) => createPreviewLink(call, call.body) },
  'previews.listLinks': async ({ tx, scope, services, params }) => ({
    list: await listPreviewLinks(tx, scope, services, params.id),
  }),
  'previews.revokeLink': async ({ tx, scope, services, body }) => {
    await revokePreviewLink(tx, scope, services, body)
    return { done: true }
  },
  'previews.open': ({ tx, services, request }) => openPreview(tx, services, request),
  'previews.progress': async ({ tx, services, request }) => ({
    files: await readProgress(tx, services, request),
  }),
  'previews.unlock': { withoutTransaction: (call) => unlockPreview(call, call.body.password) },
  'meshes.openLevel': async ({ services, request, params, incoming, outgoing }) =>
    sendContent(incoming, outgoing, await findOpenMeshContent(services, request, params)),
  'meshes.openPicture': async ({ services, request, params, incoming, outgoing }) =>
    sendContent(incoming, outgoing, await findOpenMeshContent(services, request, params)),
}
