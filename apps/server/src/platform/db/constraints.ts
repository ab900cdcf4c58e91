import type { ErrorKey } from '@pontic/contract'

/** What a violated constraint means to the caller. Others are faults of ours and answer `server.failed`. */
const keysOfConstraints: Readonly<Record<string, ErrorKey>> = {
  account_email_key: 'account.email_taken',
  organization_name_key_key: 'organization.name_taken',
  work_order_type_name: 'workorder.type_name_taken',
  push_setting_name: 'push.name_taken',
  pull_setting_name: 'pull.name_taken',
  partnership_pkey: 'partner.wrong_state',
}

/** The refusal that a violated constraint stands for, or undefined. */
export function keyOfConstraint(constraint: string): ErrorKey | undefined {
  return keysOfConstraints[constraint]
}
