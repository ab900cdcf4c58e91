import { type ComponentType, lazy, Suspense } from 'react'
import type { Screen } from '../frame/screen.ts'
import { IconArch, type IconProps } from '../ui/dental-icons.tsx'

/** An icon that comes when the menu is drawn that has it; its place is kept meanwhile. */
function lateIcon(name: keyof typeof import('../frame/manage-icons.ts').manageIcons): ComponentType<IconProps> {
  const Icon = lazy(async () => ({ default: (await import('../frame/manage-icons.ts')).manageIcons[name] }))
  return (props) => (
    <Suspense fallback={<svg width={props.size} height={props.size} aria-hidden="true" />}>
      <Icon {...props} />
    </Suspense>
  )
}

/** The rows of the back office (requirements 2.route.manage and 6.back-office): screens of the platform's administrators. */
export const manageScreens = {
  '/manage/push': {
    title: 'pushSettings',
    access: 'manage.push',
    menu: { group: 'manage', icon: lateIcon('IconUpload'), order: 5 },
    texts: ['transfers', 'session'],
    load: () => import('../exchange/push/PushPage.tsx').then((file) => file.PushPage),
  },
  '/manage/push/deliveries': {
    title: 'pushDeliveries',
    access: 'manage.push',
    parent: '/manage/push',
    texts: ['transfers'],
    load: () => import('../exchange/push/DeliveriesPage.tsx').then((file) => file.DeliveriesPage),
  },
  '/manage/pull': {
    title: 'pullSettings',
    access: 'manage.pull',
    menu: { group: 'manage', icon: lateIcon('IconDownload'), order: 6 },
    texts: ['transfers', 'session'],
    load: () => import('../exchange/pull/PullPage.tsx').then((file) => file.PullPage),
  },
  '/manage/pull/found': {
    title: 'pullFound',
    access: 'manage.pull',
    parent: '/manage/pull',
    texts: ['transfers'],
    load: () => import('../exchange/pull/PullFoundPage.tsx').then((file) => file.PullFoundPage),
  },
  '/manage/workordertype': {
    title: 'workOrderTypes',
    access: 'manage.workorder',
    menu: { group: 'manage', icon: lateIcon('IconTags'), order: 10 },
    texts: ['support'],
    load: () => import('../office/workorders/TypesPage.tsx').then((file) => file.TypesPage),
  },
  '/manage/workorderopr': {
    title: 'operators',
    access: 'manage.workorder',
    menu: { group: 'manage', icon: lateIcon('IconHeadset'), order: 11 },
    texts: ['support'],
    load: () => import('../office/workorders/OperatorsPage.tsx').then((file) => file.OperatorsPage),
  },
  '/manage/retention': {
    title: 'retention',
    access: 'manage.retention',
    menu: { group: 'manage', icon: lateIcon('IconEraser'), order: 22 },
    texts: ['patients'],
    load: () => import('../cases/patients/RetentionPage.tsx').then((file) => file.RetentionPage),
  },
  '/manage/audit': {
    title: 'audit',
    access: 'manage.audit',
    menu: { group: 'manage', icon: lateIcon('IconHistory'), order: 20 },
    texts: ['audit'],
    load: () => import('../office/audit/AuditPages.tsx').then((file) => file.AuditPage),
  },
  '/manage/health': {
    title: 'health',
    access: 'manage.health',
    menu: { group: 'manage', icon: lateIcon('IconHeartbeat'), order: 21 },
    texts: ['health'],
    load: () => import('../office/health/HealthPage.tsx').then((file) => file.HealthPage),
  },
  '/manage/jobs': {
    title: 'jobs',
    access: 'manage.health',
    parent: '/manage/health',
    texts: ['health'],
    load: () => import('../office/health/JobsPage.tsx').then((file) => file.JobsPage),
  },
  '/manage/organization': {
    title: 'manageOrganizations',
    access: 'manage.organization',
    menu: { group: 'manage', icon: lateIcon('IconBuildings'), order: 0 },
    texts: ['manage', 'people'],
    load: () => import('../office/manage/OrganizationsPage.tsx').then((file) => file.OrganizationsPage),
  },
  '/manage/organization/$id': {
    title: 'manageOrganization',
    access: 'manage.organization',
    parent: '/manage/organization',
    texts: ['manage', 'people', 'cases'],
    load: () => import('../office/manage/OrganizationDetailPage.tsx').then((file) => file.OrganizationDetailPage),
  },
  '/manage/user': {
    title: 'manageUsers',
    access: 'manage.user',
    menu: { group: 'manage', icon: lateIcon('IconUsersGroup'), order: 1 },
    texts: ['manage', 'people'],
    load: () => import('../office/manage/UsersPage.tsx').then((file) => file.UsersPage),
  },
  '/manage/user/$id': {
    title: 'manageUser',
    access: 'manage.user',
    parent: '/manage/user',
    texts: ['manage', 'people'],
    load: () => import('../office/manage/UserDetailPage.tsx').then((file) => file.UserDetailPage),
  },
  '/manage/order': {
    title: 'manageOrders',
    access: 'manage.order',
    menu: { group: 'manage', icon: IconArch, order: 2 },
    texts: ['manage', 'cases'],
    load: () => import('../office/manage/CasesPage.tsx').then((file) => file.CasesPage),
  },
} as const satisfies Readonly<Record<string, Screen>>
