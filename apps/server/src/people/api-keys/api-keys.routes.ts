import type { Handlers } from '../../platform/http/handlers.ts'
import { getKeyLink, revokeKeyByLink } from './api-key-links.service.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts'

/** Handlers of the calls for API keys (decision 0037). */
export const apiKeyHandlers: Handlers<'keys'> = {
  'keys.list': async (call) => ({ list: await listApiKeys(call) }),
  'keys.create': (call) => createApiKey(call, call.body),
  'keys.revoke': (call) => revokeApiKey(call, call.params.id),
  'keys.readLink': (call) => getKeyLink(call, call.body.code),
  'keys.revokeByLink': async (call) => {
    await revokeKeyByLink(call, call.body.code)
    return { done: true }
  },
}
