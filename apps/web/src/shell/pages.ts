import type { ScreenPath } from '../frame/screens.ts'
import type { OfficePath } from './office-screens.ts'

/** Functions that import the page component of each screen outside the back office. The build reads this table (`build-pages.ts`). */
const pages: Readonly<Record<Exclude<ScreenPath, OfficePath>, () => Promise<unknown>>> = {
  '/login': () => import('../people/session/LoginPage.tsx').then((file) => file.LoginPage),
  '/register': () => import('../people/session/RegisterPage.tsx').then((file) => file.RegisterPage),
  '/verifyEmail': () => import('../people/session/VerifyEmailPage.tsx').then((file) => file.VerifyEmailPage),
  '/resetpwd': () => import('../people/session/ResetPasswordPage.tsx').then((file) => file.ResetPasswordPage),
  '/invitation': () => import('../people/session/InvitationPage.tsx').then((file) => file.InvitationPage),
  '/modifyEmail': () => import('../people/session/ModifyEmailPage.tsx').then((file) => file.ModifyEmailPage),
  '/undoEmail': () => import('../people/session/UndoEmailPage.tsx').then((file) => file.UndoEmailPage),
  '/revokeKey': () => import('../people/session/RevokeKeyPage.tsx').then((file) => file.RevokeKeyPage),
  '/open/preview3d': () => import('../cases/viewer/OpenPreviewPage.tsx').then((file) => file.OpenPreviewPage),
  '/waiting': () => import('../people/members/WaitingPage.tsx').then((file) => file.WaitingPage),
  '/dashboard': () => import('../cases/dashboard/DashboardPage.tsx').then((file) => file.DashboardPage),
  '/order/list': () => import('../cases/orders/list/OrderListPage.tsx').then((file) => file.OrderListPage),
  '/order/discarded': () =>
    import('../cases/orders/list/DiscardedPage.tsx').then((file) => file.DiscardedPage),
  '/order/shared': () => import('../cases/orders/shares/SharedPage.tsx').then((file) => file.SharedPage),
  '/order/detail/$id': () =>
    import('../cases/orders/detail/OrderDetailPage.tsx').then((file) => file.OrderDetailPage),
  '/order/print/$id': () => import('../cases/ticket/TicketPage.tsx').then((file) => file.TicketPage),
  '/followcard/list': () => import('../cases/partners/PartnersPage.tsx').then((file) => file.PartnersPage),
  '/organization/profile/$id': () =>
    import('../cases/partners/ProfilePage.tsx').then((file) => file.ProfilePage),
  '/myinfo/organization': () => import('./MyOrganizationPage.tsx').then((file) => file.MyOrganizationPage),
  '/user/userManager': () => import('../people/members/MembersPage.tsx').then((file) => file.MembersPage),
  '/organization/keys': () => import('../people/api-keys/ApiKeysPage.tsx').then((file) => file.ApiKeysPage),
  '/organization/patients': () =>
    import('../cases/patients/PatientsPage.tsx').then((file) => file.PatientsPage),
  '/organization/audit': () => import('../office/audit/AuditPages.tsx').then((file) => file.OwnAuditPage),
  '/work/list': () =>
    import('../office/workorders/WorkOrderListPage.tsx').then((file) => file.WorkOrderListPage),
  '/work/detail': () =>
    import('../office/workorders/WorkOrderDetailPage.tsx').then((file) => file.WorkOrderDetailPage),
  '/notifications': () =>
    import('../people/notifications/NotificationsPage.tsx').then((file) => file.NotificationsPage),
  '/myinfo/account': () => import('../people/accounts/AccountPage.tsx').then((file) => file.AccountPage),
  '/myinfo/security': () => import('../people/two-factor/SecurityPage.tsx').then((file) => file.SecurityPage),
}

const isOffice = (path: ScreenPath): path is OfficePath => path.startsWith('/manage/')

/** Imports the page component of a screen. */
export const loadPage = async (path: ScreenPath): Promise<unknown> =>
  isOffice(path) ? (await import('./office-screens.ts')).officeScreens[path].page() : pages[path]()
