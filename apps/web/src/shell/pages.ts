import type { ComponentType } from 'react'
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

/**
 * A page component. `prepare` starts what the page needs before it is rendered. `isOpening` is false if the page may open soon, for
 * example because the pointer is over a link to it.
 */
type PageComponent = ComponentType & {
  readonly prepare?: (params: Readonly<Record<string, string>>, isOpening: boolean) => void
}

/** Imports the page component of a screen. */
export async function loadPage(path: ScreenPath): Promise<PageComponent> {
  const page = isPublicPath(path)
    ? publicPages[path]()
    : isOffice(path)
      ? (await import('./office-screens.ts')).officeScreens[path].page()
      : pages[path]()
  return (await page) as PageComponent
}

/** Lets a page prepare itself (`PageComponent`). A failed import is reported when the page is rendered. */
export function preparePage(path: ScreenPath, params: object, isOpening: boolean): void {
  loadPage(path).then(
    (page) => page.prepare?.(params as Record<string, string>, isOpening),
    () => undefined,
  )
}
