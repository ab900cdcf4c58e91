import { accountRecoveryRoutes } from './account-recovery.ts'
import { accountSettingRoutes } from './account-settings.ts'
import { accountRoutes } from './accounts.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { auditRoutes } from './audit.ts'
import { captchaRoutes } from './captcha.ts'
import { closedOrderRoutes } from './closed-orders.ts'
import { conversationRoutes } from './conversation.ts'
import { dashboardRoutes } from './dashboard.ts'
import { deliveryRoutes } from './delivery-days.ts'
import { patientRoutes } from './erasure.ts'
import { eventRoutes } from './events.ts'
import { fileRoutes } from './files.ts'
import { healthRoutes } from './health.ts'
import { imageRoutes } from './images.ts'
import { invitationRoutes } from './invitations.ts'
import { manageRoutes } from './manage.ts'
import { memberRoutes } from './members.ts'
import { meshRoutes } from './meshes.ts'
import { notificationRoutes } from './notifications.ts'
import { orderInboxRoutes } from './order-inbox.ts'
import { orderListRoutes } from './order-lists.ts'
import { orderRoutes } from './orders.ts'
import { organizationRoutes } from './organizations.ts'
import { partnerRoutes } from './partners.ts'
import { prescriptionRoutes } from './prescription-routes.ts'
import { previewLinkRoutes } from './preview-links.ts'
import { previewRoutes } from './previews.ts'
import { pullSettingRoutes } from './pull-settings.ts'
import { pushRoutes } from './push.ts'
import { pushSettingRoutes } from './push-settings.ts'
import { remakeRoutes } from './remakes.ts'
import type { RouteTable } from './route.ts'
import { viewRoutes } from './saved-views.ts'
import { sessionRoutes } from './session.ts'
import { shareRoutes } from './shares.ts'
import { twoFactorRoutes } from './two-factor.ts'
import { workOrderSettingRoutes } from './workorder-settings.ts'
import { workOrderRoutes } from './workorders.ts'

export * from './account-recovery.ts'
export * from './account-settings.ts'
export * from './accounts.ts'
export * from './api-keys.ts'
export * from './audit.ts'
export * from './audit-actions.ts'
export * from './bite.ts'
export * from './captcha.ts'
export * from './closed-orders.ts'
export * from './conversation.ts'
export * from './dashboard.ts'
export * from './delivery-days.ts'
export * from './erasure.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './fields.ts'
export * from './files.ts'
export * from './guess-role.ts'
export * from './health.ts'
export * from './images.ts'
export * from './implant-catalogue.ts'
export * from './invitations.ts'
export * from './limits.ts'
export * from './manage.ts'
export * from './manage-organizations.ts'
export * from './manage-users.ts'
export * from './members.ts'
export * from './mesh-facts.ts'
export * from './meshes.ts'
export * from './notifications.ts'
export * from './order-documents.ts'
export * from './order-inbox.ts'
export * from './order-lists.ts'
export * from './order-query.ts'
export * from './order-states.ts'
export * from './order-types.ts'
export * from './orders.ts'
export * from './organizations.ts'
export * from './partners.ts'
export * from './partnership-states.ts'
export * from './permissions.ts'
export * from './prescription.ts'
export * from './prescription-codes.ts'
export * from './prescription-fields.ts'
export * from './prescription-missing.ts'
export * from './prescription-requirements.ts'
export * from './prescription-routes.ts'
export * from './prescription-rules.ts'
export * from './preview-links.ts'
export * from './previews.ts'
export * from './pull-settings.ts'
export * from './push.ts'
export * from './push-deliveries.ts'
export * from './push-settings.ts'
export * from './reader-zone.ts'
export * from './readiness.ts'
export * from './remakes.ts'
export * from './rich-text.ts'
export * from './route.ts'
export * from './runnable-names.ts'
export * from './saved-views.ts'
export * from './scan-sides.ts'
export * from './session.ts'
export * from './shares.ts'
export * from './teeth.ts'
export * from './time-zones.ts'
export * from './transfer-places.ts'
export * from './two-factor.ts'
export * from './workorder-settings.ts'
export * from './workorder-states.ts'
export * from './workorders.ts'

/** Every call of the portal by its dotted name. */
export const routes = {
  ...sessionRoutes,
  ...accountRoutes,
  ...accountSettingRoutes,
  ...accountRecoveryRoutes,
  ...captchaRoutes,
  ...twoFactorRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...organizationRoutes,
  ...apiKeyRoutes,
  ...patientRoutes,
  ...partnerRoutes,
  ...orderRoutes,
  ...orderListRoutes,
  ...orderInboxRoutes,
  ...viewRoutes,
  ...closedOrderRoutes,
  ...shareRoutes,
  ...remakeRoutes,
  ...conversationRoutes,
  ...fileRoutes,
  ...prescriptionRoutes,
  ...previewRoutes,
  ...previewLinkRoutes,
  ...meshRoutes,
  ...imageRoutes,
  ...dashboardRoutes,
  ...deliveryRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...pushSettingRoutes,
  ...pullSettingRoutes,
  ...auditRoutes,
  ...healthRoutes,
  ...manageRoutes,
  ...workOrderRoutes,
  ...workOrderSettingRoutes,
  ...eventRoutes,
} as const satisfies RouteTable

export type Routes = typeof routes
export type RouteName = keyof Routes
