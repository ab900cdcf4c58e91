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

/** An icon that comes when the menu is drawn that has it; its place is kept meanwhile. */
function lateIcon(name: keyof typeof import('./manage-icons.ts').manageIcons): ComponentType<IconProps> {
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
  '/manage/push': lateIcon('IconUpload'),
  '/manage/pull': lateIcon('IconDownload'),
  '/manage/workordertype': lateIcon('IconTags'),
  '/manage/workorderopr': lateIcon('IconHeadset'),
  '/manage/retention': lateIcon('IconEraser'),
  '/manage/audit': lateIcon('IconHistory'),
  '/manage/health': lateIcon('IconHeartbeat'),
  '/manage/organization': lateIcon('IconBuildings'),
  '/manage/user': lateIcon('IconUsersGroup'),
  '/manage/order': IconArch,
  '/myinfo/account': IconUser,
}

/** @returns the icon of a screen in the menu; undefined for a screen outside the menu */
export const iconOf = (path: ScreenPath): ComponentType<IconProps> | undefined => icons[path]
