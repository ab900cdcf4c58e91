import type { Handlers } from '../../platform/http/handlers.ts'
import { sendWhileAuthorized } from '../../platform/http/sending.ts'
import { findMeshContent } from './meshes.service.ts'

/** Handlers for previews and pictures of scans (decision 0039; requirement 3.order.screenshot). */
export const meshHandlers: Pick<Handlers<'meshes'>, 'meshes.level' | 'meshes.picture'> = {
  'meshes.level': ({ services, scope, params, incoming, outgoing }) =>
    sendWhileAuthorized({ services, incoming, outgoing }, scope, () =>
      findMeshContent({ scope, services }, params),
    ),
  'meshes.picture': ({ services, scope, params, incoming, outgoing }) =>
    sendWhileAuthorized({ services, incoming, outgoing }, scope, () =>
      findMeshContent({ scope, services }, params),
    ),
}
