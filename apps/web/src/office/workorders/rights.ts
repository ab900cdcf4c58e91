import { type Permission, reachOf } from '@pontic/contract'
import { kindOf, type Visitor } from '../../frame/screens.ts'

/** Whether the matrix grants somebody a permission. */
export const hasRight = (visitor: Visitor | undefined, permission: Permission): boolean =>
  visitor !== undefined && reachOf(kindOf(visitor), permission) !== undefined
