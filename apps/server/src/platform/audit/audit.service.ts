import type { AuditAction } from '@pontic/contract'
import type { Tx } from '../db/database.ts'
import type { RequestFacts } from '../http/handlers.ts'
import type { Scope } from '../http/scope.ts'
import type { Changes } from './changes.shared.ts'

/** One audit record: the action, its object, and the organizations whose data it concerns. */
export type AuditEntry = {
  /** Omitted if the call declares exactly one action. */
  action?: AuditAction
  objectType: string
  objectId: string
  /** Organizations whose data was concerned, in addition to the caller's own. */
  subjectOrganizationIds?: readonly string[]
  /** Plain values; no secrets and no patient data. Further cases go into `orderId` or `orderIds`, which are searchable. */
  detail?: Readonly<Record<string, unknown>>
} & Changes

/** The actor where no scope exists: a call without a session, or the server. */
export type AuditSource = {
  accountId?: string
  accountName?: string
  organizationId?: string
  request?: Pick<RequestFacts, 'id' | 'address' | 'audit'>
}

/**
 * Records an audit row in the transaction of the action. The application role can only insert and read; a job seals the rows.
 * Names of people are left out, because audit rows cannot be erased: lists join them from the accounts.
 * @throws Error in tests, if the call does not declare the action
 */
export async function recordAudit(tx: Tx, by: Scope | AuditSource, entry: AuditEntry): Promise<void> {
  const source = 'account' in by ? sourceOf(by) : by
  await tx
    .insertInto('audit')
    .values({
      account_id: source.accountId ?? null,
      organization_id: source.organizationId ?? null,
      action: actionOf(source, entry),
      object_type: entry.objectType,
      object_id: entry.objectId,
      subject_organization_ids: [...(entry.subjectOrganizationIds ?? [])],
      address: source.request?.address ?? '',
      request_id: source.request?.id ?? '',
      detail: JSON.stringify({ ...entry.detail, ...changesIn(entry) }),
    })
    .execute()
}

function actionOf({ request }: AuditSource, { action }: AuditEntry): AuditAction {
  const declared = request?.audit.actions ?? []
  const [only, ...others] = declared
  if (action === undefined) {
    if (only === undefined || others.length > 0) throw new Error('The audit action is not named.')
    return only
  }
  if (request?.audit.isStrict && !declared.includes(action))
    throw new Error(`The call does not declare that it records ${action}.`)
  return action
}

const changesIn = ({ before, after, withheld }: Changes): Changes => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
  ...(withheld === undefined ? {} : { withheld }),
})

function sourceOf(scope: Scope): AuditSource {
  return {
    accountId: scope.account.id,
    accountName: scope.account.name,
    organizationId: scope.organization.id,
    request: { id: scope.requestId, address: scope.address, audit: scope.audit },
  }
}
