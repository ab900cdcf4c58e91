import { conversationRoutes } from './cases/conversation/conversation.ts'
import { pinRoutes } from './cases/conversation/pins.ts'
import { dashboardRoutes } from './cases/dashboard/dashboard.ts'
import { deliveryRoutes } from './cases/delivery/delivery-days.ts'
import { draftRoutes } from './cases/drafts/drafts.ts'
import { fileRoutes } from './cases/files/files.ts'
import { meshRoutes } from './cases/meshes/meshes.ts'
import { closedOrderRoutes } from './cases/orders/closed-orders.ts'
import { movedDayRoutes } from './cases/orders/moved-days.ts'
import { orderListRoutes } from './cases/orders/order-lists.ts'
import { orderRoutes } from './cases/orders/orders.ts'
import { shareRoutes } from './cases/orders/shares.ts'
import { technicianRoutes } from './cases/orders/technicians.ts'
import { partnerRoutes } from './cases/partners/partners.ts'
import { patientRoutes } from './cases/patients/patients.ts'
import { prescriptionRoutes } from './cases/prescriptions/prescription-routes.ts'
import { previewLinkRoutes } from './cases/previews/preview-links.ts'
import { previewRoutes } from './cases/previews/previews.ts'
import { remakeRoutes } from './cases/remakes/remakes.ts'
import { reviewRoutes } from './cases/reviews/reviews.ts'
import { viewRoutes } from './cases/views/saved-views.ts'
import { documentRoutes } from './exchange/order-documents/document-routes.ts'
import { orderInboxRoutes } from './exchange/order-inbox/order-inbox.ts'
import { pullSettingRoutes } from './exchange/pull/pull-settings.ts'
import { pushSettingRoutes } from './exchange/push/push-settings.ts'
import { auditRoutes } from './office/audit/audit.ts'
import { healthRoutes } from './office/health/health.ts'
import { manageRoutes } from './office/manage/manage.ts'
import { workOrderSettingRoutes } from './office/workorders/workorder-settings.ts'
import { workOrderRoutes } from './office/workorders/workorders.ts'
import { accountSettingRoutes } from './people/accounts/account-settings.ts'
import { accountRoutes } from './people/accounts/accounts.ts'
import { apiKeyRoutes } from './people/api-keys/api-keys.ts'
import { imageRoutes } from './people/images/images.ts'
import { invitationRoutes } from './people/invitations/invitations.ts'
import { memberRoutes } from './people/members/members.ts'
import { browserNotificationRoutes } from './people/notifications/browser-notifications.ts'
import { notificationRoutes } from './people/notifications/notifications.ts'
import { organizationRoutes } from './people/organizations/organizations.ts'
import { accountRecoveryRoutes } from './people/session/account-recovery.ts'
import { sessionRoutes } from './people/session/session.ts'
import { twoFactorRoutes } from './people/two-factor/two-factor.ts'
import { captchaRoutes } from './platform/captcha/captcha.ts'
import { eventRoutes } from './platform/events/events.ts'
import type { RouteTable } from './route.ts'

export * from './audit-actions.ts'
export * from './cases/conversation/conversation.ts'
export * from './cases/conversation/message-images.ts'
export * from './cases/conversation/pins.ts'
export * from './cases/dashboard/dashboard.ts'
export * from './cases/delivery/delivery-days.ts'
export * from './cases/drafts/drafts.ts'
export * from './cases/files/files.ts'
export * from './cases/files/guess-role.ts'
export * from './cases/files/runnable-names.ts'
export * from './cases/files/scan-sides.ts'
export * from './cases/meshes/bite.ts'
export * from './cases/meshes/mesh-facts.ts'
export * from './cases/meshes/meshes.ts'
export * from './cases/meshes/scan-units.ts'
export * from './cases/orders/carriers.ts'
export * from './cases/orders/closed-orders.ts'
export * from './cases/orders/moved-days.ts'
export * from './cases/orders/order-lists.ts'
export * from './cases/orders/order-query.ts'
export * from './cases/orders/order-states.ts'
export * from './cases/orders/order-tasks.ts'
export * from './cases/orders/order-types.ts'
export * from './cases/orders/orders.ts'
export * from './cases/orders/readiness.ts'
export * from './cases/orders/shares.ts'
export * from './cases/orders/technicians.ts'
export * from './cases/orders/timeline.ts'
export * from './cases/partners/partners.ts'
export * from './cases/partners/partnership-states.ts'
export * from './cases/patients/patients.ts'
export * from './cases/prescriptions/by-lab.ts'
export * from './cases/prescriptions/case-prescriptions.ts'
export * from './cases/prescriptions/implant-catalogue.ts'
export * from './cases/prescriptions/prescription.ts'
export * from './cases/prescriptions/prescription-codes.ts'
export * from './cases/prescriptions/prescription-fields.ts'
export * from './cases/prescriptions/prescription-line.ts'
export * from './cases/prescriptions/prescription-missing.ts'
export * from './cases/prescriptions/prescription-requirements.ts'
export * from './cases/prescriptions/prescription-routes.ts'
export * from './cases/prescriptions/prescription-rules.ts'
export * from './cases/prescriptions/teeth.ts'
export * from './cases/previews/preview-links.ts'
export * from './cases/previews/previews.ts'
export * from './cases/remakes/remakes.ts'
export * from './cases/reviews/review-states.ts'
export * from './cases/reviews/reviews.ts'
export * from './cases/views/saved-views.ts'
export * from './email.ts'
export * from './errors.ts'
export * from './exchange/order-documents/document-routes.ts'
export * from './exchange/order-documents/order-documents.ts'
export * from './exchange/order-inbox/order-inbox.ts'
export * from './exchange/pull/pull-settings.ts'
export * from './exchange/push/places.ts'
export * from './exchange/push/push-deliveries.ts'
export * from './exchange/push/push-settings.ts'
export * from './fields.ts'
export * from './fold-text.ts'
export * from './keys.ts'
export * from './limits.ts'
export * from './office/audit/audit.ts'
export * from './office/health/health.ts'
export * from './office/manage/manage.ts'
export * from './office/manage/manage-organizations.ts'
export * from './office/manage/manage-users.ts'
export * from './office/workorders/workorder-settings.ts'
export * from './office/workorders/workorder-states.ts'
export * from './office/workorders/workorders.ts'
export * from './people/accounts/account-settings.ts'
export * from './people/accounts/accounts.ts'
export * from './people/accounts/preferences.ts'
export * from './people/api-keys/api-keys.ts'
export * from './people/images/images.ts'
export * from './people/invitations/invitations.ts'
export * from './people/members/members.ts'
export * from './people/notifications/browser-notifications.ts'
export * from './people/notifications/notifications.ts'
export * from './people/organizations/organizations.ts'
export * from './people/session/account-recovery.ts'
export * from './people/session/languages.ts'
export * from './people/session/session.ts'
export * from './people/two-factor/second-factors.ts'
export * from './people/two-factor/two-factor.ts'
export * from './permissions.ts'
export * from './platform/captcha/captcha.ts'
export * from './platform/events/events.ts'
export * from './reader-zone.ts'
export * from './rich-text.ts'
export * from './route.ts'
export * from './time-zones.ts'

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
  ...movedDayRoutes,
  ...technicianRoutes,
  ...orderInboxRoutes,
  ...draftRoutes,
  ...documentRoutes,
  ...viewRoutes,
  ...closedOrderRoutes,
  ...shareRoutes,
  ...remakeRoutes,
  ...reviewRoutes,
  ...conversationRoutes,
  ...pinRoutes,
  ...fileRoutes,
  ...prescriptionRoutes,
  ...previewRoutes,
  ...previewLinkRoutes,
  ...meshRoutes,
  ...imageRoutes,
  ...dashboardRoutes,
  ...deliveryRoutes,
  ...notificationRoutes,
  ...browserNotificationRoutes,
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
