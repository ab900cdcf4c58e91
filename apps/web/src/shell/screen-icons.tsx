import {
  IconBuildingCommunity,
  IconHourglass,
  IconLayoutDashboard,
  IconLifebuoy,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense } from 'react'
import type { ScreenPath } from '../frame/screens.ts'
import { IconArch, type IconProps } from '../ui/dental-icons.tsx'

/** A lazily loaded icon; an empty drawing of the same size keeps its place. */
function lazyIcon(name: keyof typeof import('./manage-icons.ts').manageIcons): ComponentType<IconProps> {
  const Icon = lazy(async () => ({ default: (await import('./manage-icons.ts')).manageIcons[name] }))
  return (props) => (
    <Suspense fallback={<svg width={props.size} height={props.size} aria-hidden="true" />}>
      <Icon {...props} />
    </Suspense>
  )
}

/** The icons of the menu's entries. */
const icons: Partial<Record<ScreenPath, ComponentType<IconProps>>> = {
  '/waiting': IconHourglass,
  '/dashboard': IconLayoutDashboard,
  '/order/list': IconArch,
  '/order/shared': IconArch,
  '/followcard/list': IconBuildingCommunity,
  '/user/userManager': IconUsers,
  '/work/list': IconLifebuoy,
  '/manage/push': lazyIcon('IconUpload'),
  '/manage/pull': lazyIcon('IconDownload'),
  '/manage/workordertype': lazyIcon('IconTags'),
  '/manage/workorderopr': lazyIcon('IconHeadset'),
  '/manage/retention': lazyIcon('IconEraser'),
  '/manage/audit': lazyIcon('IconHistory'),
  '/manage/health': lazyIcon('IconHeartbeat'),
  '/manage/organization': lazyIcon('IconBuildings'),
  '/manage/user': lazyIcon('IconUsersGroup'),
  '/manage/order': IconArch,
  '/myinfo/account': IconUser,
}

/** @returns the icon of a screen in the menu; undefined for a screen outside the menu */
export const iconOf = (path: ScreenPath): ComponentType<IconProps> | undefined => icons[path]
