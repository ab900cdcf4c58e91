import type { ErrorKey } from '@pontic/contract'

/** Error keys of constraints that a caller can violate. Any other violation is a server fault and answers `server.failed`. */
const keysOfConstraints: Readonly<Record<string, ErrorKey>> = {
  account_email_key: 'account.email_taken',
  organization_name_key_key: 'organization.name_taken',
  work_order_type_name: 'workorder.type_name_taken',
  push_setting_name: 'push.name_taken',
  pull_setting_name: 'pull.name_taken',
  partnership_pkey: 'partner.wrong_state',
}

/** The error key of a violated constraint, or undefined. */
export function keyOfConstraint(constraint: string): ErrorKey | undefined {
  return keysOfConstraints[constraint]
}
