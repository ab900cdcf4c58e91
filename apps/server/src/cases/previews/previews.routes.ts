import type { Handlers } from '../../platform/http/handlers.ts'
import { sendContent, sendWhileAuthorized } from '../../platform/http/sending.ts'
import { findOpenMeshContent, openPreview, readProgress, unlockPreview } from './open-previews.service.ts'
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from './preview-links.service.ts'
import { findDrawnContent } from './previews.service.ts'

/**
 * Handlers for preview links and the page `/open/preview3d` (requirement 2.route.open.preview3d, rules §7), and for
 * redrawn pictures of view-only shares.
 */
export const previewHandlers: Omit<Handlers<'previews'>, 'previews.events'> &
  Pick<Handlers<'meshes'>, 'meshes.openLevel' | 'meshes.openPicture'> = {
  'previews.read': async ({ services, scope, params, incoming, outgoing }) =>
    sendWhileAuthorized({ services, incoming, outgoing }, scope, () =>
      findDrawnContent({ scope, services }, params),
    ),
  'previews.createLink': { withoutTransaction: (call) => createPreviewLink(call, call.body) },
  'previews.listLinks': async (call) => ({
    list: await listPreviewLinks(call, call.params.id),
  }),
  'previews.revokeLink': async (call) => {
    await revokePreviewLink(call, call.body)
    return { done: true }
  },
  'previews.open': (call) => openPreview(call),
  'previews.progress': async (call) => ({
    files: await readProgress(call),
  }),
  'previews.unlock': { withoutTransaction: (call) => unlockPreview(call, call.body.password) },
  'meshes.openLevel': async (call) =>
    sendContent(call.incoming, call.outgoing, await findOpenMeshContent(call, call.params)),
  'meshes.openPicture': async (call) =>
    sendContent(call.incoming, call.outgoing, await findOpenMeshContent(call, call.params)),
}
