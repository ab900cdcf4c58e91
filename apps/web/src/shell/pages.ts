import type { TextPart } from '@pontic/messages/parts'
import type { ScreenPath } from '../frame/screens.ts'

/**
 * The page of a screen.
 * - `texts`: the parts of the texts it shows, besides those of every page.
 * - `load`: imports its component.
 */
export type Page = { readonly texts: readonly TextPart[]; readonly load: () => Promise<unknown> }

/** The page of every screen. */
export const pages: Readonly<Record<ScreenPath, Page>> = {
  '/login': {
    texts: ['session'],
    load: () => import('../people/session/LoginPage.tsx').then((file) => file.LoginPage),
  },
  '/register': {
    texts: ['session'],
    load: () => import('../people/session/RegisterPage.tsx').then((file) => file.RegisterPage),
  },
  '/verifyEmail': {
    texts: ['session'],
    load: () => import('../people/session/VerifyEmailPage.tsx').then((file) => file.VerifyEmailPage),
  },
  '/resetpwd': {
    texts: ['session'],
    load: () => import('../people/session/ResetPasswordPage.tsx').then((file) => file.ResetPasswordPage),
  },
  '/invitation': {
    texts: ['session'],
    load: () => import('../people/session/InvitationPage.tsx').then((file) => file.InvitationPage),
  },
  '/modifyEmail': {
    texts: ['session'],
    load: () => import('../people/session/ModifyEmailPage.tsx').then((file) => file.ModifyEmailPage),
  },
  '/undoEmail': {
    texts: ['session'],
    load: () => import('../people/session/UndoEmailPage.tsx').then((file) => file.UndoEmailPage),
  },
  '/revokeKey': {
    texts: ['session'],
    load: () => import('../people/session/RevokeKeyPage.tsx').then((file) => file.RevokeKeyPage),
  },
  '/open/preview3d': {
    texts: ['cases', 'scene'],
    load: () => import('../cases/viewer/OpenPreviewPage.tsx').then((file) => file.OpenPreviewPage),
  },
  '/waiting': {
    texts: ['people'],
    load: () => import('../people/members/WaitingPage.tsx').then((file) => file.WaitingPage),
  },
  '/dashboard': {
    texts: ['cases', 'overview'],
    load: () => import('../cases/dashboard/DashboardPage.tsx').then((file) => file.DashboardPage),
  },
  '/order/list': {
    texts: ['cases'],
    load: () => import('../cases/orders/list/OrderListPage.tsx').then((file) => file.OrderListPage),
  },
  '/order/discarded': {
    texts: ['cases', 'overview'],
    load: () => import('../cases/orders/list/DiscardedPage.tsx').then((file) => file.DiscardedPage),
  },
  '/order/shared': {
    texts: ['cases', 'overview'],
    load: () => import('../cases/orders/shares/SharedPage.tsx').then((file) => file.SharedPage),
  },
  '/order/detail/$id': {
    texts: ['cases', 'scene', 'prescription'],
    load: () => import('../cases/orders/detail/OrderDetailPage.tsx').then((file) => file.OrderDetailPage),
  },
  '/order/print/$id': {
    texts: ['cases', 'prescription'],
    load: () => import('../cases/ticket/TicketPage.tsx').then((file) => file.TicketPage),
  },
  '/followcard/list': {
    texts: ['people', 'cases'],
    load: () => import('../cases/partners/PartnersPage.tsx').then((file) => file.PartnersPage),
  },
  '/organization/profile/$id': {
    texts: ['people', 'cases'],
    load: () => import('../cases/partners/ProfilePage.tsx').then((file) => file.ProfilePage),
  },
  '/myinfo/organization': {
    texts: ['people', 'cases', 'overview', 'prescription'],
    load: () => import('./MyOrganizationPage.tsx').then((file) => file.MyOrganizationPage),
  },
  '/user/userManager': {
    texts: ['people'],
    load: () => import('../people/members/MembersPage.tsx').then((file) => file.MembersPage),
  },
  '/organization/keys': {
    texts: ['software'],
    load: () => import('../people/api-keys/ApiKeysPage.tsx').then((file) => file.ApiKeysPage),
  },
  '/organization/patients': {
    texts: ['patients', 'cases'],
    load: () => import('../cases/patients/PatientsPage.tsx').then((file) => file.PatientsPage),
  },
  '/organization/audit': {
    texts: ['audit'],
    load: () => import('../office/audit/AuditPages.tsx').then((file) => file.OwnAuditPage),
  },
  '/work/list': {
    texts: ['support'],
    load: () => import('../office/workorders/WorkOrderListPage.tsx').then((file) => file.WorkOrderListPage),
  },
  '/work/detail': {
    texts: ['support'],
    load: () =>
      import('../office/workorders/WorkOrderDetailPage.tsx').then((file) => file.WorkOrderDetailPage),
  },
  '/manage/push': {
    texts: ['transfers', 'session', 'cases'],
    load: () => import('../exchange/push/PushPage.tsx').then((file) => file.PushPage),
  },
  '/manage/push/deliveries': {
    texts: ['transfers', 'cases'],
    load: () => import('../exchange/push/DeliveriesPage.tsx').then((file) => file.DeliveriesPage),
  },
  '/manage/pull': {
    texts: ['transfers', 'session', 'cases'],
    load: () => import('../exchange/pull/PullPage.tsx').then((file) => file.PullPage),
  },
  '/manage/pull/found': {
    texts: ['transfers', 'cases'],
    load: () => import('../exchange/pull/PullFoundPage.tsx').then((file) => file.PullFoundPage),
  },
  '/manage/workordertype': {
    texts: ['support'],
    load: () => import('../office/workorders/TypesPage.tsx').then((file) => file.TypesPage),
  },
  '/manage/workorderopr': {
    texts: ['support'],
    load: () => import('../office/workorders/OperatorsPage.tsx').then((file) => file.OperatorsPage),
  },
  '/manage/retention': {
    texts: ['patients'],
    load: () => import('../cases/patients/RetentionPage.tsx').then((file) => file.RetentionPage),
  },
  '/manage/audit': {
    texts: ['audit'],
    load: () => import('../office/audit/AuditPages.tsx').then((file) => file.AuditPage),
  },
  '/manage/health': {
    texts: ['health'],
    load: () => import('../office/health/HealthPage.tsx').then((file) => file.HealthPage),
  },
  '/manage/jobs': {
    texts: ['health'],
    load: () => import('../office/health/JobsPage.tsx').then((file) => file.JobsPage),
  },
  '/manage/organization': {
    texts: ['manage', 'people'],
    load: () => import('../office/manage/OrganizationsPage.tsx').then((file) => file.OrganizationsPage),
  },
  '/manage/organization/$id': {
    texts: ['manage', 'people', 'cases'],
    load: () =>
      import('../office/manage/OrganizationDetailPage.tsx').then((file) => file.OrganizationDetailPage),
  },
  '/manage/user': {
    texts: ['manage', 'people'],
    load: () => import('../office/manage/UsersPage.tsx').then((file) => file.UsersPage),
  },
  '/manage/user/$id': {
    texts: ['manage', 'people'],
    load: () => import('../office/manage/UserDetailPage.tsx').then((file) => file.UserDetailPage),
  },
  '/manage/order': {
    texts: ['manage', 'cases'],
    load: () => import('../office/manage/CasesPage.tsx').then((file) => file.CasesPage),
  },
  '/notifications': {
    texts: ['bell', 'cases'],
    load: () =>
      import('../people/notifications/NotificationsPage.tsx').then((file) => file.NotificationsPage),
  },
  '/myinfo/account': {
    texts: ['people', 'session'],
    load: () => import('../people/accounts/AccountPage.tsx').then((file) => file.AccountPage),
  },
  '/myinfo/security': {
    texts: ['people', 'session'],
    load: () => import('../people/two-factor/SecurityPage.tsx').then((file) => file.SecurityPage),
  },
}
