import type { Handlers } from '../../platform/http/handlers.ts'
import { getKeyLink, revokeKeyByLink } from './api-key-links.service.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts'

/** Calls about API keys of the caller's organization (decision 0037). */
export const apiKeyHandlers: Handlers<'keys'> = {
  'keys.list': async ({ tx, scope, services }) => ({ list: await listApiKeys(tx, scope, services) }),
  'keys.create': ({ tx, scope, services, body }) => createApiKey(tx, scope, services, body),
  'keys.revoke': ({ tx, scope, services, params }) => revokeApiKey(tx, scope, services, params.id),
  'keys.readLink': ({ tx, services, body }) => getKeyLink(tx, services, body.code),
  'keys.revokeByLink': async ({ tx, services, request, body }) => {
    await revokeKeyByLink(tx, services, request, body.code)
    return { done: true }
  },
}
