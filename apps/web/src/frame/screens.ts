import {
  type ActorKind,
  actorKindOf,
  type BusinessType,
  type Permission,
  reachOf,
  type Session,
} from '@pontic/contract'

/** Who may open a screen: everybody, or whoever the matrix grants the permission. */
export type Access = 'public' | Permission

/** Groups of the side menu, in their order; `manage` is the back office of the platform's administrators. */
export const menuGroups = ['work', 'manage', 'account'] as const

/**
 * One screen. Router, guard, menu, breadcrumb and search all follow from these rows.
 * - `title`: key under `screens` in the messages.
 * - `waiting`: also open to a member who waits for approval (rules §4); `only` to nobody else.
 * - `unsecured`: also open to those who have yet to set up the two-factor sign-in that is required of them.
 * - `parent`: the screen above it in the breadcrumb; of several, the one that is open to the reader.
 * - `isDetail`: says which one it shows in its query; without that it is nothing to go to.
 * - `menu`: its place in the side menu; without it the screen is hidden there.
 */
export type Screen = {
  readonly title: Parameters<ReturnType<typeof import('./i18n.tsx').useTexts<'screens'>>>[0]
  readonly access: Access
  readonly waiting?: true | 'only'
  readonly unsecured?: true
  readonly parent?: string | readonly string[]
  readonly isDetail?: true
  readonly menu?: {
    readonly group: (typeof menuGroups)[number]
    readonly order: number
  }
}

/**
 * Every screen by its path (requirement 2.route): what features need to know about it. Its page and its icon are in `shell/pages.ts` and
 * `shell/screen-icons.tsx`, which only the router and the shell import.
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
  '/order/list': {
    title: 'orders',
    // The list is for the parties of cases; an individual reads what was shared with him elsewhere.
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
  '/followcard/list': { title: 'partners', access: 'partner.manage', menu: { group: 'work', order: 2 } },
  '/organization/profile/$id': { title: 'profile', access: 'organization.read', parent: '/followcard/list' },
  '/myinfo/organization': {
    title: 'organization',
    // A name in the breadcrumb, no row of the menu (rules §4).
    access: 'organization.write',
  },
  '/user/userManager': { title: 'members', access: 'member.manage', menu: { group: 'work', order: 3 } },
  '/organization/keys': { title: 'apiKeys', access: 'key.manage', parent: '/myinfo/organization' },
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
    unsecured: true,
    parent: '/myinfo/account',
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
