import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { StepBy } from '../steps/order-steps.service.ts'

type Person = { accountId: string; accountName: string; organizationId: string; organizationName: string }

const stepBy = (person: Person): StepBy => ({
  ...person,
  source: {
    accountId: person.accountId,
    accountName: person.accountName,
    organizationId: person.organizationId,
  },
})

/**
 * Returns the author of a complete upload: the account whose file was verified last.
 * @returns undefined while a file of the clinic is incomplete, or if none is verified
 */
export async function findUploader(tx: Tx, orderId: string): Promise<StepBy | undefined> {
  const { rows } = await sql<Person>`
    select f.account_id as "accountId", f.account_name as "accountName", f.organization_id as "organizationId",
      g.name as "organizationName"
    from order_file f join organization g on g.id = f.organization_id
    where f.order_id = ${orderId} and f.party = 'clinic' and f.removed_at is null and f.state = 'verified'
      and not exists (select 1 from order_file u where u.order_id = f.order_id and u.party = 'clinic'
        and u.removed_at is null and u.state in ('announced', 'uploading', 'received'))
    order by f.verified_at desc nulls last, f.id desc limit 1`.execute(tx)
  return rows[0] && stepBy(rows[0])
}

/** Returns an account as the author of a step that it has requested earlier. */
export async function findStepAuthor(tx: Tx, accountId: string): Promise<StepBy> {
  const { rows } = await sql<Person>`
    select a.id as "accountId", a.name as "accountName", g.id as "organizationId", g.name as "organizationName"
    from account a join organization g on g.id = a.organization_id where a.id = ${accountId}`.execute(tx)
  const person = rows[0]
  if (person === undefined) throw new Error('An account that pressed send is gone from the database.')
  return stepBy(person)
}
