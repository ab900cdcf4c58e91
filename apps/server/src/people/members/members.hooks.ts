import type { Tx } from '../../platform/db/database.ts'
import { defineHook } from '../../platform/hooks.ts'
import type { Services } from '../../platform/services.ts'
import type { GoodInvitation, InvitedOrder } from '../invitations/invitations.service.ts'

/** Runs after an individual has registered by an invitation: `orders` are the cases of the invitation. */
export const individualJoined =
  defineHook<
    [
      tx: Tx,
      services: Pick<Services, 'now'>,
      account: { id: string; email: string },
      taken: { invitation: GoodInvitation; orders: readonly InvitedOrder[] },
    ]
  >()
