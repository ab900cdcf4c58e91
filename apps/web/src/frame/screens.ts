import {
  type ActorKind,
  actorKindOf,
  type BusinessType,
  keysOf,
  type Permission,
  reachOf,
  type Session,
} from '@pontic/contract'

/** Who may open a screen: everybody, or the users to whom the permission matrix grants the permission. */
export type Access = 'public' | Permission

/** Groups of the side menu, from top to bottom. `manage` is the back office, for platform administrators. */
export const menuGroups = ['work', 'manage', 'account'] as const

/**
 * Description of one screen, which router, guard, menu, breadcrumb and search read.
 * - `title`: key under `screens` in the messages.
 * - `waiting`: `true` also opens the screen to members who wait for approval (rules §4). `only` opens it only to them.
 * - `allowsMissingTwoFactor`: the screen is also open to users who must set up two-factor sign-in first.
 * - `parent`: the previous screen in the breadcrumb. Of several, the breadcrumb shows those that the user may open.
 * - `isDetail`: the screen needs a query that names the object.
 * - `menu`: position in the side menu. Screens without it are not in the side menu.
 * - `isInUserMenu`: the user menu has an entry for the screen.
 */
export type Screen = {
  readonly title: Parameters<ReturnType<typeof import('./i18n.tsx').useTexts<'screens'>>>[0]
  readonly access: Access
  readonly waiting?: true | 'only'
  readonly allowsMissingTwoFactor?: true
  readonly parent?: string | readonly string[]
  readonly isDetail?: true
  readonly menu?: {
    readonly group: (typeof menuGroups)[number]
    readonly order: number
  }
  readonly isInUserMenu?: true
}

/**
 * Every screen by its path (requirement 2.route). Pages and icons are in `shell/pages.ts`, `shell/office-screens.ts` and
 * `shell/screen-icons.tsx`, which only router and shell import.
 */
export const screens = {
  '/login': { title: 'login', access: 'public' },
  '/register': { title: 'register', access: 'public' },
  '/verifyEmail': { title: 'verifyEmail', access: 'public' },
  '/resetpwd': { title: 'resetPassword', access: 'public' },
  '/invitation': { title: 'invitation', access: 'public' },
  '/modifyEmail': { title: 'modifyEmail', access: 'public' },
  '/undoEmail': { title: 'undoEmail', access: 'public' },
  '/revokeKey': { title: 'revokeKey', access: 'public' },
  '/open/preview3d': { title: 'openPreview', access: 'public' },
  '/waiting': {
    title: 'waiting',
    access: 'account.read',
    waiting: 'only',
    menu: { group: 'work', order: 1 },
  },
  '/dashboard': { title: 'dashboard', access: 'dashboard.read', menu: { group: 'work', order: 0 } },
  // The home page of laboratories. Like '/dashboard' it has tasks and figures; `/` leads laboratories to their list (rules §4).
  '/home': { title: 'dashboard', access: 'dashboard.production', menu: { group: 'work', order: 0 } },
  '/order/list': {
    title: 'orders',
    // Clinics and laboratories have this permission. Individuals use `/order/shared`.
    access: 'order.remark',
    menu: { group: 'work', order: 1 },
  },
  '/order/discarded': { title: 'discarded', access: 'order.discard', parent: '/order/list' },
  '/order/shared': { title: 'shared', access: 'order.shared', menu: { group: 'work', order: 1 } },
  '/order/detail/$id': {
    title: 'order',
    access: 'order.read',
    parent: ['/order/list', '/order/shared', '/manage/order'],
  },
  '/order/print/$id': {
    title: 'ticket',
    access: 'order.read',
    parent: ['/order/list', '/order/shared', '/manage/order'],
  },
  '/order/tickets': { title: 'tickets', access: 'order.remark', parent: '/order/list', isDetail: true },
  '/followcard/list': { title: 'partners', access: 'partner.manage', menu: { group: 'work', order: 2 } },
  '/organization/profile/$id': { title: 'profile', access: 'organization.read', parent: '/followcard/list' },
  '/myinfo/organization': {
    title: 'organization',
    // Not in the side menu (rules §4).
    access: 'organization.write',
    isInUserMenu: true,
  },
  '/user/userManager': { title: 'members', access: 'member.manage', menu: { group: 'work', order: 3 } },
  '/organization/keys': {
    title: 'apiKeys',
    access: 'key.manage',
    parent: '/myinfo/organization',
    isInUserMenu: true,
  },
  '/organization/webhooks': {
    title: 'webhooks',
    access: 'push.own',
    parent: '/myinfo/organization',
    isInUserMenu: true,
  },
  '/organization/webhooks/deliveries': {
    title: 'pushDeliveries',
    access: 'push.own',
    parent: '/organization/webhooks',
  },
  '/organization/patients': { title: 'patients', access: 'patient.manage', parent: '/myinfo/organization' },
  '/organization/audit': { title: 'audit', access: 'audit.own', parent: '/myinfo/organization' },
  '/work/list': { title: 'workOrders', access: 'workorder.read', menu: { group: 'work', order: 4 } },
  '/work/detail': { title: 'workOrder', access: 'workorder.read', parent: '/work/list', isDetail: true },
  '/manage/push': { title: 'pushSettings', access: 'manage.push', menu: { group: 'manage', order: 5 } },
  '/manage/push/deliveries': { title: 'pushDeliveries', access: 'manage.push', parent: '/manage/push' },
  '/manage/pull': { title: 'pullSettings', access: 'manage.pull', menu: { group: 'manage', order: 6 } },
  '/manage/pull/found': { title: 'pullFound', access: 'manage.pull', parent: '/manage/pull' },
  '/manage/workordertype': {
    title: 'workOrderTypes',
    access: 'manage.workorder',
    menu: { group: 'manage', order: 10 },
  },
  '/manage/workorderopr': {
    title: 'operators',
    access: 'manage.workorder',
    menu: { group: 'manage', order: 11 },
  },
  '/manage/retention': {
    title: 'retention',
    access: 'manage.retention',
    menu: { group: 'manage', order: 22 },
  },
  '/manage/audit': { title: 'audit', access: 'manage.audit', menu: { group: 'manage', order: 20 } },
  '/manage/health': { title: 'health', access: 'manage.health', menu: { group: 'manage', order: 21 } },
  '/manage/jobs': { title: 'jobs', access: 'manage.health', parent: '/manage/health' },
  '/manage/organization': {
    title: 'manageOrganizations',
    access: 'manage.organization',
    menu: { group: 'manage', order: 0 },
  },
  '/manage/organization/$id': {
    title: 'manageOrganization',
    access: 'manage.organization',
    parent: '/manage/organization',
  },
  '/manage/user': { title: 'manageUsers', access: 'manage.user', menu: { group: 'manage', order: 1 } },
  '/manage/user/$id': { title: 'manageUser', access: 'manage.user', parent: '/manage/user' },
  '/manage/order': { title: 'manageOrders', access: 'manage.order', menu: { group: 'manage', order: 2 } },
  '/notifications': { title: 'notifications', access: 'notification.read' },
  '/myinfo/account': {
    title: 'account',
    access: 'account.read',
    waiting: true,
    menu: { group: 'account', order: 1 },
  },
  '/myinfo/security': {
    title: 'security',
    access: 'account.read',
    waiting: true,
    allowsMissingTwoFactor: true,
    parent: '/myinfo/account',
  },
} as const satisfies Readonly<Record<string, Screen>>

/** Route pattern of a screen, with `$id` for a parameter. */
export type ScreenPath = keyof typeof screens

/** Path of a screen that is open to everybody. */
export type PublicPath = {
  [Path in ScreenPath]: (typeof screens)[Path]['access'] extends 'public' ? Path : never
}[ScreenPath]

/** All paths, in the order of `screens`. */
export const screenPaths = keysOf(screens)

/** Returns the screen of a path. */
export const screenOf = (path: ScreenPath): Screen => screens[path]

/** The part of the session that the guard reads. */
export type Visitor = Pick<
  Session,
  'authorities' | 'organization_type' | 'org_admin_flag' | 'membership' | 'two_factor_needed'
>

/** Returns the actor kind of the signed-in user, which is a column of the permission matrix. */
export const kindOf = (visitor: Visitor): ActorKind =>
  actorKindOf(visitor.organization_type as BusinessType, visitor.org_admin_flag)

/** Returns whether the permission matrix grants a permission to the signed-in user, with any reach; false without a user. */
export const hasPermission = (visitor: Visitor | undefined, permission: Permission): boolean =>
  visitor !== undefined && reachOf(kindOf(visitor), permission) !== undefined

/** Returns whether a signed-in user may open a screen (requirement 2.guard). */
export function canOpen(screen: Screen, visitor: Visitor): boolean {
  if (screen.access === 'public') return true
  const isWaiting = visitor.membership === 'waiting'
  if (isWaiting ? !screen.waiting : screen.waiting === 'only') return false
  if (visitor.two_factor_needed && !screen.allowsMissingTwoFactor) return false
  return hasPermission(visitor, screen.access)
}

const homes: readonly ScreenPath[] = [
  '/waiting',
  '/dashboard',
  '/order/list',
  '/work/list',
  '/myinfo/account',
  '/myinfo/security',
]

/** Returns the screen that `/` opens for a signed-in user (rules §4): the first of `homes` that they may open. */
export const homeOf = (visitor: Visitor): ScreenPath =>
  homes.find((path) => canOpen(screens[path], visitor)) ?? '/myinfo/account'

/** Decision of the guard: open the screen, or redirect. */
export type GuardDecision = 'open' | { readonly to: '/login' | '/' }

/**
 * The navigation guard (requirement 2.guard). It opens public screens to everybody. Without a session or roles it redirects
 * to the sign-in page. A screen that the user may not open redirects to `/`.
 */
export function guardScreen(screen: Screen, visitor: Visitor | undefined): GuardDecision {
  if (screen.access === 'public') return 'open'
  if (!visitor || visitor.authorities.length === 0) return { to: '/login' }
  return canOpen(screen, visitor) ? 'open' : { to: '/' }
}

/** Lists the screens in the user menu, in the order of `screens`. */
export const listUserMenu = (visitor: Visitor): { path: ScreenPath; screen: Screen }[] =>
  screenPaths
    .map((path) => ({ path, screen: screenOf(path) }))
    .filter(({ screen }) => screen.isInUserMenu && canOpen(screen, visitor))

/** Lists the entries of the side menu of a user, sorted by group and order. */
export function listMenu(visitor: Visitor): { path: ScreenPath; screen: Screen }[] {
  return screenPaths
    .map((path) => ({ path, screen: screenOf(path) }))
    .filter(({ screen }) => screen.menu !== undefined && canOpen(screen, visitor))
    .sort((one, other) => menuPositionOf(one.screen) - menuPositionOf(other.screen))
}

/** Lists the screens that the search finds: those of the menu, and the others that need no parameter or query. */
export function listSearchableScreens(visitor: Visitor): { path: ScreenPath; screen: Screen }[] {
  const hidden = screenPaths
    .map((path) => ({ path, screen: screenOf(path) }))
    .filter(({ screen }) => screen.menu === undefined && screen.access !== 'public')
    .filter(({ path, screen }) => !path.includes('$') && !screen.isDetail && canOpen(screen, visitor))
  return [...listMenu(visitor), ...hidden]
}

const menuPositionOf = (screen: Screen) =>
  screen.menu ? menuGroups.indexOf(screen.menu.group) * 100 + screen.menu.order : 0

const caseLists = ['/order/list', '/order/shared', '/manage/order'] as const satisfies readonly ScreenPath[]

/** Returns the case list of a user: cases of their organization, shared cases, or all cases; undefined if they have none. */
export const caseListOf = (visitor: Visitor): (typeof caseLists)[number] | undefined =>
  caseLists.find((path) => canOpen(screens[path], visitor))

/** Lists a screen and its ancestors for the breadcrumb, outermost first, including those that the user may not open. */
export function trailOf(path: ScreenPath): ScreenPath[] {
  const { parent } = screenOf(path)
  const above = parent === undefined ? [] : [parent].flat()
  return [...above.flatMap((one) => trailOf(one as ScreenPath)), path]
}
