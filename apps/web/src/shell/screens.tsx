import { type ActorKind, actorKindOf, type BusinessType, reachOf, type Session } from '@pontic/contract'
import {
  IconBuildingCommunity,
  IconHourglass,
  IconLayoutDashboard,
  IconLifebuoy,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { menuGroups, type Screen } from '../frame/screen.ts'
import { manageScreens } from './screens-manage.tsx'
import { IconArch } from '../ui/dental-icons.tsx'

/** Every screen by its path (requirement 2.route). */
export const screens = {
  '/login': {
    title: 'login',
    access: 'public',
    texts: ['session'],
    load: () => import('../people/session/LoginPage.tsx').then((file) => file.LoginPage),
  },
  '/register': {
    title: 'register',
    access: 'public',
    texts: ['session'],
    load: () => import('../people/session/RegisterPage.tsx').then((file) => file.RegisterPage),
  },
  '/verifyEmail': {
    title: 'verifyEmail',
    access: 'public',
    texts: ['session'],
    load: () => import('../people/session/VerifyEmailPage.tsx').then((file) => file.VerifyEmailPage),
  },
  '/resetpwd': {
    title: 'resetPassword',
    access: 'public',
    texts: ['session'],
    load: () => import('../people/session/ResetPasswordPage.tsx').then((file) => file.ResetPasswordPage),
  },
  '/invitation': {
    title: 'invitation',
    access: 'public',
    texts: ['session'],
    load: () => import('../people/session/InvitationPage.tsx').then((file) => file.InvitationPage),
  },
  '/modifyEmail': {
    title: 'modifyEmail',
    access: 'public',
    texts: ['session'],
    load: () => import('../people/session/ModifyEmailPage.tsx').then((file) => file.ModifyEmailPage),
  },
  '/undoEmail': {
    title: 'undoEmail',
    access: 'public',
    texts: ['session'],
    load: () => import('../people/session/UndoEmailPage.tsx').then((file) => file.UndoEmailPage),
  },
  '/revokeKey': {
    title: 'revokeKey',
    access: 'public',
    texts: ['session'],
    load: () => import('../people/session/RevokeKeyPage.tsx').then((file) => file.RevokeKeyPage),
  },
  '/open/preview3d': {
    title: 'openPreview',
    access: 'public',
    texts: ['cases', 'scene'],
    load: () => import('../cases/viewer/OpenPreviewPage.tsx').then((file) => file.OpenPreviewPage),
  },
  '/waiting': {
    title: 'waiting',
    access: 'account.read',
    waiting: 'only',
    menu: { group: 'work', icon: IconHourglass, order: 1 },
    texts: ['people'],
    load: () => import('../people/members/WaitingPage.tsx').then((file) => file.WaitingPage),
  },
  '/dashboard': {
    title: 'dashboard',
    access: 'dashboard.read',
    menu: { group: 'work', icon: IconLayoutDashboard, order: 0 },
    texts: ['cases', 'overview'],
    load: () => import('../cases/dashboard/DashboardPage.tsx').then((file) => file.DashboardPage),
  },
  '/order/list': {
    title: 'orders',
    // The list is for the parties of cases; an individual reads what was shared with him elsewhere.
    access: 'order.remark',
    menu: { group: 'work', icon: IconArch, order: 1 },
    texts: ['cases'],
    load: () => import('../cases/orders/OrderListPage.tsx').then((file) => file.OrderListPage),
  },
  '/order/discarded': {
    title: 'discarded',
    access: 'order.discard',
    parent: '/order/list',
    texts: ['cases', 'overview'],
    load: () => import('../cases/orders/DiscardedPage.tsx').then((file) => file.DiscardedPage),
  },
  '/order/shared': {
    title: 'shared',
    access: 'order.shared',
    menu: { group: 'work', icon: IconArch, order: 1 },
    texts: ['cases', 'overview'],
    load: () => import('../cases/orders/SharedPage.tsx').then((file) => file.SharedPage),
  },
  '/order/detail/$id': {
    title: 'order',
    access: 'order.read',
    parent: ['/order/list', '/order/shared', '/manage/order'],
    texts: ['cases', 'scene', 'prescription'],
    load: () => import('../cases/orders/OrderDetailPage.tsx').then((file) => file.OrderDetailPage),
  },
  '/order/print/$id': {
    title: 'ticket',
    access: 'order.read',
    parent: ['/order/list', '/order/shared', '/manage/order'],
    texts: ['cases', 'prescription'],
    load: () => import('../cases/ticket/TicketPage.tsx').then((file) => file.TicketPage),
  },
  '/followcard/list': {
    title: 'partners',
    access: 'partner.manage',
    menu: { group: 'work', icon: IconBuildingCommunity, order: 2 },
    texts: ['people', 'cases'],
    load: () => import('../cases/partners/PartnersPage.tsx').then((file) => file.PartnersPage),
  },
  '/organization/profile/$id': {
    title: 'profile',
    access: 'organization.read',
    parent: '/followcard/list',
    texts: ['people', 'cases'],
    load: () => import('../cases/partners/ProfilePage.tsx').then((file) => file.ProfilePage),
  },
  '/myinfo/organization': {
    title: 'organization',
    // A name in the breadcrumb, no row of the menu (rules §4).
    access: 'organization.write',
    texts: ['people', 'cases', 'overview', 'prescription'],
    load: () => import('../people/organizations/OrganizationPage.tsx').then((file) => file.OrganizationPage),
  },
  '/user/userManager': {
    title: 'members',
    access: 'member.manage',
    menu: { group: 'work', icon: IconUsers, order: 3 },
    texts: ['people'],
    load: () => import('../people/members/MembersPage.tsx').then((file) => file.MembersPage),
  },
  '/organization/keys': {
    title: 'apiKeys',
    access: 'key.manage',
    parent: '/myinfo/organization',
    texts: ['software'],
    load: () => import('../people/api-keys/ApiKeysPage.tsx').then((file) => file.ApiKeysPage),
  },
  '/organization/patients': {
    title: 'patients',
    access: 'patient.manage',
    parent: '/myinfo/organization',
    texts: ['patients', 'cases'],
    load: () => import('../cases/patients/PatientsPage.tsx').then((file) => file.PatientsPage),
  },
  '/organization/audit': {
    title: 'audit',
    access: 'audit.own',
    parent: '/myinfo/organization',
    texts: ['audit'],
    load: () => import('../office/audit/AuditPages.tsx').then((file) => file.OwnAuditPage),
  },
  '/work/list': {
    title: 'workOrders',
    access: 'workorder.read',
    menu: { group: 'work', icon: IconLifebuoy, order: 4 },
    texts: ['support'],
    load: () => import('../office/workorders/WorkOrderListPage.tsx').then((file) => file.WorkOrderListPage),
  },
  '/work/detail': {
    title: 'workOrder',
    access: 'workorder.read',
    parent: '/work/list',
    isDetail: true,
    texts: ['support'],
    load: () => import('../office/workorders/WorkOrderDetailPage.tsx').then((file) => file.WorkOrderDetailPage),
  },
  ...manageScreens,
  '/notifications': {
    title: 'notifications',
    access: 'notification.read',
    texts: ['bell', 'cases'],
    load: () => import('../people/notifications/NotificationsPage.tsx').then((file) => file.NotificationsPage),
  },
  '/myinfo/account': {
    title: 'account',
    access: 'account.read',
    waiting: true,
    menu: { group: 'account', icon: IconUser, order: 1 },
    texts: ['people', 'session'],
    load: () => import('../people/accounts/AccountPage.tsx').then((file) => file.AccountPage),
  },
  '/myinfo/security': {
    title: 'security',
    access: 'account.read',
    waiting: true,
    unsecured: true,
    parent: '/myinfo/account',
    texts: ['people', 'session'],
    load: () => import('../people/two-factor/SecurityPage.tsx').then((file) => file.SecurityPage),
  },
} as const satisfies Readonly<Record<string, Screen>>

/** A path of this portal as its rows have it, with `$id` for parameters. */
export type ScreenPath = keyof typeof screens

/** All paths, in the rows' order. */
export const screenPaths = Object.keys(screens) as ScreenPath[]

/** The row of a path. */
export const screenOf = (path: ScreenPath): Screen => screens[path]

/** What of the session the guard looks at. */
export type Visitor = Pick<
  Session,
  'authorities' | 'organization_type' | 'org_admin_flag' | 'membership' | 'two_factor_needed'
>

/** The matrix column of the person who is signed in. */
export const kindOf = (visitor: Visitor): ActorKind =>
  actorKindOf(visitor.organization_type as BusinessType, visitor.org_admin_flag)

/** Whether a signed-in person may open a screen (requirement 2.guard). */
export function mayOpen(screen: Screen, visitor: Visitor): boolean {
  if (screen.access === 'public') return true
  const isWaiting = visitor.membership === 'waiting'
  if (isWaiting ? !screen.waiting : screen.waiting === 'only') return false
  if (visitor.two_factor_needed && !screen.unsecured) return false
  return reachOf(kindOf(visitor), screen.access) !== undefined
}

const homes: readonly ScreenPath[] = [
  '/waiting',
  '/dashboard',
  '/order/list',
  '/work/list',
  '/myinfo/account',
  '/myinfo/security',
]

/** Where `/` leads a signed-in person (rules §4): the first of the homes that is open to him. */
export const homeOf = (visitor: Visitor): ScreenPath =>
  homes.find((path) => mayOpen(screens[path], visitor)) ?? '/myinfo/account'

/** What the guard decides about a path. */
export type Verdict = 'open' | { readonly to: '/login' | '/' }

/**
 * The navigation guard (requirement 2.guard): public screens always pass; without a session, or with one that has no roles, the
 * way leads to the sign-in; a screen that is not open to this person leads to `/`.
 */
export function judgeVisit(screen: Screen, visitor: Visitor | undefined): Verdict {
  if (screen.access === 'public') return 'open'
  if (!visitor || visitor.authorities.length === 0) return { to: '/login' }
  return mayOpen(screen, visitor) ? 'open' : { to: '/' }
}

/** The menu entries of a person, in their order, by group. */
export function listMenu(visitor: Visitor): { path: ScreenPath; screen: Screen }[] {
  return screenPaths
    .map((path) => ({ path, screen: screenOf(path) }))
    .filter(({ screen }) => screen.menu !== undefined && mayOpen(screen, visitor))
    .sort((one, other) => placeOf(one.screen) - placeOf(other.screen))
}

/** Screens that the search over everything leads to: those of the menu, and the hidden ones that need no parameter. */
export function listSearched(visitor: Visitor): { path: ScreenPath; screen: Screen }[] {
  const hidden = screenPaths
    .map((path) => ({ path, screen: screenOf(path) }))
    .filter(({ screen }) => screen.menu === undefined && screen.access !== 'public')
    .filter(({ path, screen }) => !path.includes('$') && !screen.isDetail && mayOpen(screen, visitor))
  return [...listMenu(visitor), ...hidden]
}

const placeOf = (screen: Screen) =>
  screen.menu ? menuGroups.indexOf(screen.menu.group) * 100 + screen.menu.order : 0

const caseLists = ['/order/list', '/order/shared', '/manage/order'] as const satisfies readonly ScreenPath[]

/** The list of cases of a person: his organization's, or what was shared with him; undefined for who has none. */
export const caseListOf = (visitor: Visitor): (typeof caseLists)[number] | undefined =>
  caseLists.find((path) => mayOpen(screens[path], visitor))

/** The screens above and including this one, outermost first: the breadcrumb after “Home page”, with screens that may be closed to the reader. */
export function trailOf(path: ScreenPath): ScreenPath[] {
  const { parent } = screenOf(path)
  const above = parent === undefined ? [] : [parent].flat()
  return [...above.flatMap((one) => trailOf(one as ScreenPath)), path]
}
