import { isPatientNameReadable } from './cases/access/order-access.service.ts'
import { isReadableMessagePhoto } from './cases/conversation/conversation.service.ts'
import { completeUploadIfDone } from './cases/orders/orders.service.ts'
import { grantLinkedOrders } from './cases/orders/share-links.service.ts'
import { grantInvitedShares } from './cases/orders/shares.service.ts'
import { joinInviters } from './cases/partners/partner-invitations.service.ts'
import { replayStarted } from './cases/patients/patients.hooks.ts'
import { replayErasures } from './cases/patients/replay.service.ts'
import { filesChanged, orderEventCondition, orderEventWritten } from './cases/steps/order-steps.hooks.ts'
import { repairInboxAfterRestore } from './exchange/order-inbox/order-inbox.service.ts'
import { mayHaveDeliveries, planDeliveries } from './exchange/push/plan-deliveries.service.ts'
import { isReadableWorkOrderPicture } from './office/workorders/workorder-access.service.ts'
import { auditPictureRead } from './office/workorders/workorder-reads.service.ts'
import { keysCompromised } from './people/accounts/accounts.hooks.ts'
import { mailOwnPasswordLink } from './people/accounts/accounts.service.ts'
import { revokeKeysOfCreator } from './people/api-keys/api-keys.service.ts'
import { imageRead, registerImageReaders } from './people/images/images.hooks.ts'
import { individualJoined } from './people/members/members.hooks.ts'
import { registerPatientReader } from './people/notifications/notifications.hooks.ts'
import { organizationVerified } from './people/organizations/organizations.hooks.ts'
import { passwordChangeRequired } from './people/session/session.hooks.ts'
import { databaseRestored } from './platform/backup/backup.hooks.ts'

/** Registers the handlers of higher wings and features with the hooks of lower ones. Repeated calls change nothing. */
export function registerHooks(): void {
  registerImageReaders('message', isReadableMessagePhoto)
  registerImageReaders('workorder', isReadableWorkOrderPicture)
  imageRead.register('auditPicture', async (database, scope, { id, purpose }) => {
    if (purpose === 'workorder') await auditPictureRead(database, scope, id)
  })
  registerPatientReader(isPatientNameReadable)
  individualJoined.register('grantLinkedOrders', async (call, account, accepted) => {
    if (accepted.invitation.email === null) await grantLinkedOrders(call, account, accepted)
  })
  individualJoined.register('grantInvitedShares', (call, account, { orders }) =>
    grantInvitedShares(call, account, orders),
  )
  passwordChangeRequired.register('mailOwnPasswordLink', mailOwnPasswordLink)
  keysCompromised.register('revokeKeysOfCreator', revokeKeysOfCreator)
  organizationVerified.register('joinInviters', joinInviters)
  filesChanged.register('completeUploadIfDone', completeUploadIfDone)
  orderEventWritten.register('planDeliveries', planDeliveries)
  orderEventCondition.register('planDeliveries', mayHaveDeliveries)
  databaseRestored.register('replayErasures', async (services) => void (await replayErasures(services)))
  replayStarted.register('repairInboxAfterRestore', repairInboxAfterRestore)
}
