import { type ComponentType, lazy, Suspense } from 'react'
import { type ScreenPath, screenOf, screenPaths } from '../frame/screens.ts'
import { IconArch } from '../ui/dental-icons.tsx'
import { type IconProps, iconSize } from '../ui/icon.tsx'
import {
  IconBuilding,
  IconBuildingCommunity,
  IconHourglass,
  IconKey,
  IconLayoutDashboard,
  IconLifebuoy,
  IconUser,
  IconUsers,
  IconWebhook,
} from '../ui/icons.ts'
import type { OfficeMenuPath } from './office-screens.ts'

/** Returns an icon of the back office that loads lazily. Until then, an empty image of the same size avoids a layout shift. */
function officeIcon(path: OfficeMenuPath): ComponentType<IconProps> {
  const Icon = lazy(async () => ({ default: (await import('./office-screens.ts')).officeScreens[path].icon }))
  return (props) => (
    <Suspense
      fallback={<svg width={props.size ?? iconSize} height={props.size ?? iconSize} aria-hidden="true" />}
    >
      <Icon {...props} />
    </Suspense>
  )
}

const isOffice = (path: ScreenPath): path is OfficeMenuPath => screenOf(path).menu?.group === 'manage'

/** The icons of the entries in the side menu and in the user menu. */
const icons: Partial<Record<ScreenPath, ComponentType<IconProps>>> = {
  ...Object.fromEntries(screenPaths.filter(isOffice).map((path) => [path, officeIcon(path)])),
  '/waiting': IconHourglass,
  '/dashboard': IconLayoutDashboard,
  '/home': IconLayoutDashboard,
  '/order/list': IconArch,
  '/order/shared': IconArch,
  '/followcard/list': IconBuildingCommunity,
  '/user/userManager': IconUsers,
  '/work/list': IconLifebuoy,
  '/myinfo/account': IconUser,
  '/myinfo/organization': IconBuilding,
  '/organization/keys': IconKey,
  '/organization/webhooks': IconWebhook,
}

/** Returns the icon of a menu entry; undefined for a screen that is in no menu. */
export const iconOf = (path: ScreenPath): ComponentType<IconProps> | undefined => icons[path]
