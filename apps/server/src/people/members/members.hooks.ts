import { defineHook } from '../../platform/hooks.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { InvitedOrder, OpenInvitation } from '../invitations/invitations.service.ts'

/** Runs after an individual has registered with an invitation. `orders` are the cases of the invitation. */
export const individualJoined =
  defineHook<
    [
      call: Call<'tx' | 'services'>,
      account: { id: string; email: string },
      accepted: { invitation: OpenInvitation; orders: readonly InvitedOrder[] },
    ]
  >()
