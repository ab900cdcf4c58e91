import { type BusinessType, type KeyPermission, keysOf, listKeyPermissions } from '@pontic/contract'

/** The permissions by group. The form shows groups and permissions in this order. */
const groups = {
  cases: [
    'order.read',
    'order.receive',
    'order.create',
    'order.send',
    'order.recall',
    'order.accept',
    'order.reject',
    'order.ship',
    'order.complete',
    'order.remark',
    'order.discard',
    'remake.read',
    'review.read',
    'review.request',
    'review.judge',
    'delivery.read',
  ],
  files: ['file.read', 'file.write'],
  conversation: ['conversation.read', 'conversation.write'],
  around: ['organization.read', 'partner.read', 'dashboard.read', 'event.read'],
} as const satisfies Record<string, readonly KeyPermission[]>
export type KeyGroup = keyof typeof groups

/** The permissions of each preset. `everything` is missing, because it has all permissions that the organization may grant. */
const presetPermissions = {
  read: [
    'order.read',
    'order.receive',
    'file.read',
    'conversation.read',
    'remake.read',
    'review.read',
    'delivery.read',
  ],
  exchange: [
    'order.read',
    'order.receive',
    'order.accept',
    'order.reject',
    'order.create',
    'order.send',
    'file.read',
    'file.write',
    'event.read',
  ],
} as const satisfies Record<string, readonly KeyPermission[]>
export const keyPresets = ['read', 'exchange', 'everything'] as const
export type KeyPreset = (typeof keyPresets)[number]

/** Lists the permissions that an organization of this type may grant to a key, by group, without empty groups. */
export function listPermissionGroups(
  businessType: BusinessType,
): { group: KeyGroup; permissions: readonly KeyPermission[] }[] {
  const allowed = listKeyPermissions(businessType)
  return keysOf(groups)
    .map((group) => ({ group, permissions: groups[group].filter((one) => allowed.includes(one)) }))
    .filter(({ permissions }) => permissions.length > 0)
}

/** Lists the permissions of a preset, without those that an organization of this type may not grant. */
export function listPresetPermissions(preset: KeyPreset, businessType: BusinessType): KeyPermission[] {
  const allowed = listKeyPermissions(businessType)
  if (preset === 'everything') return allowed
  return allowed.filter((one) => (presetPermissions[preset] as readonly KeyPermission[]).includes(one))
}

/** Returns the message key of a permission: `order.read` → `order_read`. */
export const textKeyOf = <P extends KeyPermission>(permission: P) =>
  permission.replace('.', '_') as P extends `${infer Feature}.${infer Verb}` ? `${Feature}_${Verb}` : never
