import type { Handlers } from '../../platform/http/handlers.ts'
import { sendContent, sendWatched } from '../files/sending.service.ts'
import { findMeshContent, findOpenMeshContent } from './meshes.service.ts'

/** Handlers for previews and pictures of scans (decision 0039; requirement 3.order.screenshot). */
export const meshHandlers: Handlers<'meshes'> = {
  'meshes.level': ({ services, scope, params, incoming, outgoing }) =>
    sendWatched({ services, incoming, outgoing }, scope, () => findMeshContent(services, scope, params)),
  'meshes.picture': ({ services, scope, params, incoming, outgoing }) =>
    sendWatched({ services, incoming, outgoing }, scope, () => findMeshContent(services, scope, params)),
  'meshes.openLevel': async ({ services, request, params, incoming, outgoing }) =>
    sendContent(incoming, outgoing, await findOpenMeshContent(services, request, params)),
  'meshes.openPicture': async ({ services, request, params, incoming, outgoing }) =>
    sendContent(incoming, outgoing, await findOpenMeshContent(services, request, params)),
}
