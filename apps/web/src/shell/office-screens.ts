import type { ComponentType } from 'react'
import type { ScreenPath, screens } from '../frame/screens.ts'
import { IconArch } from '../ui/dental-icons.tsx'
import type { IconProps } from '../ui/icon.tsx'
import {
  IconBuildings,
  IconDownload,
  IconEraser,
  IconHeadset,
  IconHeartbeat,
  IconHistory,
  IconTags,
  IconUpload,
  IconUsersGroup,
} from '../ui/icons.ts'

/** Route pattern of a screen of the back office. */
export type OfficePath = Extract<ScreenPath, `/manage/${string}`>

/** Route pattern of a screen of the back office that has a menu entry. */
export type OfficeMenuPath = {
  [Path in OfficePath]: (typeof screens)[Path] extends { menu: unknown } ? Path : never
}[OfficePath]

type OfficeScreens = {
  readonly [Path in OfficePath]: { readonly page: () => Promise<unknown> } & (Path extends OfficeMenuPath
    ? { readonly icon: ComponentType<IconProps> }
    : unknown)
}

/**
 * Functions that import the page components of the back office, and the icons of its menu entries. Only platform
 * administrators fetch this table. The build reads it (`build-pages.ts`).
 */
export const officeScreens: OfficeScreens = {
  '/manage/push': {
    icon: IconUpload,
    page: () => import('../exchange/push/PushPage.tsx').then((file) => file.PushPage),
  },
  '/manage/push/deliveries': {
    page: () => import('../exchange/push/DeliveriesPage.tsx').then((file) => file.DeliveriesPage),
  },
  '/manage/pull': {
    icon: IconDownload,
    page: () => import('../exchange/pull/PullPage.tsx').then((file) => file.PullPage),
  },
  '/manage/pull/found': {
    page: () => import('../exchange/pull/PullFoundPage.tsx').then((file) => file.PullFoundPage),
  },
  '/manage/workordertype': {
    icon: IconTags,
    page: () => import('../office/workorders/TypesPage.tsx').then((file) => file.TypesPage),
  },
  '/manage/workorderopr': {
    icon: IconHeadset,
    page: () => import('../office/workorders/OperatorsPage.tsx').then((file) => file.OperatorsPage),
  },
  '/manage/retention': {
    icon: IconEraser,
    page: () => import('../cases/patients/RetentionPage.tsx').then((file) => file.RetentionPage),
  },
  '/manage/audit': {
    icon: IconHistory,
    page: () => import('../office/audit/AuditPages.tsx').then((file) => file.AuditPage),
  },
  '/manage/health': {
    icon: IconHeartbeat,
    page: () => import('../office/health/HealthPage.tsx').then((file) => file.HealthPage),
  },
  '/manage/jobs': { page: () => import('../office/health/JobsPage.tsx').then((file) => file.JobsPage) },
  '/manage/organization': {
    icon: IconBuildings,
    page: () => import('../office/manage/OrganizationsPage.tsx').then((file) => file.OrganizationsPage),
  },
  '/manage/organization/$id': {
    page: () =>
      import('../office/manage/OrganizationDetailPage.tsx').then((file) => file.OrganizationDetailPage),
  },
  '/manage/user': {
    icon: IconUsersGroup,
    page: () => import('../office/manage/UsersPage.tsx').then((file) => file.UsersPage),
  },
  '/manage/user/$id': {
    page: () => import('../office/manage/UserDetailPage.tsx').then((file) => file.UserDetailPage),
  },
  '/manage/order': {
    icon: IconArch,
    page: () => import('../office/manage/CasesPage.tsx').then((file) => file.CasesPage),
  },
}
