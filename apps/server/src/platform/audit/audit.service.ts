import type { AuditAction } from '@pontic/contract'
import { addToBatch } from '../db/commit-batch.ts'
import type { Tx } from '../db/database.ts'
import type { RequestFacts } from '../http/handlers.ts'
import type { Scope } from '../http/scope.ts'
import type { Changes } from './changes.shared.ts'

/** One audit record: the action, its object, and the organizations whose data it concerns. */
export type AuditEntry = {
  /** May be omitted if the route declares exactly one action. */
  action?: AuditAction
  objectType: string
  objectId: string
  /** Organizations whose data the action concerns, in addition to the actor's own. */
  subjectOrganizationIds?: readonly string[]
  /**
   * Plain values without secrets and patient data. If the action concerns cases that are not its object,
   * their ids are in `orderId` or `orderIds`, in which the search of the log looks, too.
   */
  detail?: Readonly<Record<string, unknown>>
} & Changes

/** The actor of an entry without a scope: the caller of a public call, or empty for a job. */
export type AuditSource = {
  accountId?: string
  accountName?: string
  organizationId?: string
  request?: Pick<RequestFacts, 'id' | 'address' | 'audit'>
}

/**
 * Inserts an audit row in the transaction of the action, before its commit. The row contains no names of people, because audit rows cannot be
 * erased. Lists join the names from the accounts.
 * @throws Error if the action is omitted and the route does not declare exactly one. In tests, also if the route does not
 *   declare the action
 */
export async function recordAudit(tx: Tx, by: Scope | AuditSource, entry: AuditEntry): Promise<void> {
  const source = 'account' in by ? sourceOf(by) : by
  const row = {
    account_id: source.accountId ?? null,
    organization_id: source.organizationId ?? null,
    action: actionOf(source, entry),
    object_type: entry.objectType,
    object_id: entry.objectId,
    subject_organization_ids: entry.subjectOrganizationIds ?? [],
    address: source.request?.address ?? '',
    request_id: source.request?.id ?? '',
    detail: { ...entry.detail, ...changesIn(entry) },
  }
  await addToBatch(tx, { audit: [row] })
}

function actionOf({ request }: AuditSource, { action }: AuditEntry): AuditAction {
  const declared = request?.audit.actions ?? []
  const [only, ...others] = declared
  if (action === undefined) {
    if (only === undefined || others.length > 0)
      throw new Error('The audit entry has no action, and the route does not declare exactly one.')
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
