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
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ScreenPath, screens } from '../frame/screens.ts'
import { IconArch, type IconProps } from '../ui/dental-icons.tsx'

/** Route pattern of a screen of the back office that has a menu entry. */
export type OfficePath = {
  [Path in ScreenPath]: (typeof screens)[Path] extends { menu: { group: 'manage' } } ? Path : never
}[ScreenPath]

/** Icons of the back office's menu entries, fetched by platform administrators only. */
export const manageIcons: Readonly<Record<OfficePath, ComponentType<IconProps>>> = {
  '/manage/push': IconUpload,
  '/manage/pull': IconDownload,
  '/manage/workordertype': IconTags,
  '/manage/workorderopr': IconHeadset,
  '/manage/retention': IconEraser,
  '/manage/audit': IconHistory,
  '/manage/health': IconHeartbeat,
  '/manage/organization': IconBuildings,
  '/manage/user': IconUsersGroup,
  '/manage/order': IconArch,
}
