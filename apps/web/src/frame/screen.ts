import type { Permission } from '@pontic/contract'
import type { TextPart } from '@pontic/messages/parts'
import type { ComponentType } from 'react'
import type { IconProps } from '../ui/dental-icons.tsx'

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
 * - `texts`: the parts of the texts it says, beside those of every page.
 * - `menu`: its place in the side menu; without it the screen is hidden there.
 */
export type Screen = {
  readonly title: Parameters<ReturnType<typeof import('./i18n.tsx').useTexts<'screens'>>>[0]
  readonly access: Access
  readonly waiting?: true | 'only'
  readonly unsecured?: true
  readonly parent?: string | readonly string[]
  readonly isDetail?: true
  readonly texts: readonly TextPart[]
  readonly menu?: {
    readonly group: (typeof menuGroups)[number]
    readonly icon: ComponentType<IconProps>
    readonly order: number
  }
  readonly load: () => Promise<unknown>
}
