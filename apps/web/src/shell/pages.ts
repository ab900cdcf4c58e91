import type { PublicPath, ScreenPath } from '../frame/screens.ts'
import type { OfficePath } from './office-screens.ts'
import { isPublicPath, publicPages } from './public-pages.ts'

/** Functions that import the page component of each screen that needs a sign-in, without the back office. The build reads this table (`build-pages.ts`). */
const pages: Readonly<Record<Exclude<ScreenPath, OfficePath | PublicPath>, () => Promise<unknown>>> = {
  '/waiting': () => import('../people/members/WaitingPage.tsx').then((file) => file.WaitingPage),
  '/dashboard': () => import('../cases/dashboard/DashboardPage.tsx').then((file) => file.DashboardPage),
  '/home': () => import('../cases/dashboard/HomePage.tsx').then((file) => file.HomePage),
  '/order/list': () => import('../cases/orders/list/OrderListPage.tsx').then((file) => file.OrderListPage),
  '/order/discarded': () =>
    import('../cases/orders/list/DiscardedPage.tsx').then((file) => file.DiscardedPage),
  '/order/shared': () => import('../cases/orders/shares/SharedPage.tsx').then((file) => file.SharedPage),
  '/order/detail/$id': () =>
    import('../cases/orders/detail/OrderDetailPage.tsx').then((file) => file.OrderDetailPage),
  '/order/print/$id': () => import('../cases/ticket/TicketPage.tsx').then((file) => file.TicketPage),
  '/order/tickets': () => import('../cases/ticket/TicketsPage.tsx').then((file) => file.TicketsPage),
  '/followcard/list': () => import('../cases/partners/PartnersPage.tsx').then((file) => file.PartnersPage),
  '/organization/profile/$id': () =>
    import('../cases/partners/ProfilePage.tsx').then((file) => file.ProfilePage),
  '/myinfo/organization': () => import('./MyOrganizationPage.tsx').then((file) => file.MyOrganizationPage),
  '/user/userManager': () => import('../people/members/MembersPage.tsx').then((file) => file.MembersPage),
  '/organization/keys': () => import('../people/api-keys/ApiKeysPage.tsx').then((file) => file.ApiKeysPage),
  '/organization/webhooks': () =>
    import('../exchange/push/WebhooksPage.tsx').then((file) => file.WebhooksPage),
  '/organization/webhooks/deliveries': () =>
    import('../exchange/push/DeliveriesPage.tsx').then((file) => file.OwnDeliveriesPage),
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
export async function loadPage(path: ScreenPath): Promise<unknown> {
  if (isPublicPath(path)) return publicPages[path]()
  return isOffice(path) ? (await import('./office-screens.ts')).officeScreens[path].page() : pages[path]()
}
