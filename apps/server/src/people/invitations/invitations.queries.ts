import type { BusinessType, InvitationKind } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** Row of an invitation in a list. */
export type InvitationRow = {
  id: string
  kind: InvitationKind
  email: string | null
  inviter_name: string
  order_id: string | null
  created_at: string
  expires_at: string
  accepted_at: string | null
  withdrawn_at: string | null
}

/** Row of an open invitation, with the inviting organization. */
export type OfferRow = {
  id: string
  kind: InvitationKind
  email: string | null
  inviter_name: string
  inviter_account_id: string | null
  expires_at: string
  organization_id: string
  organization_name: string
  business_type: BusinessType
}

const columns = sql`i.id, i.kind, i.email, i.inviter_name, i.created_at, i.expires_at, i.accepted_at, i.withdrawn_at,
  (select o.order_id from invitation_order o where o.invitation_id = i.id order by o.order_id limit 1) as order_id`

/**
 * Inserts an invitation, or renews the open or expired one of this kind to this email address. A renewal replaces the
 * secret.
 * @returns id of the row
 */
export async function createInvitationRow(
  tx: Tx,
  scope: Scope,
  invitation: {
    id: string
    kind: InvitationKind
    email: string | null
    secretSha256: Buffer
    now: Date
    expiresAt: Date
  },
): Promise<string> {
  const renewed = {
    inviter_account_id: scope.account.id,
    inviter_name: scope.account.name,
    secret_sha256: invitation.secretSha256,
    created_at: invitation.now,
    expires_at: invitation.expiresAt,
  }
  const row = await tx
    .insertInto('invitation')
    .values({
      id: invitation.id,
      kind: invitation.kind,
      organization_id: scope.organization.id,
      email: invitation.email,
      ...renewed,
    })
    .onConflict((oc) =>
      oc
        .columns(['organization_id', 'kind', 'email'])
        .where('accepted_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .doUpdateSet(renewed),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Adds a case to an invitation, or updates whether the invitation permits downloads of the case. */
export async function createInvitationOrderRow(
  tx: Tx,
  invitationId: string,
  order: { orderId: string; mayDownload: boolean },
): Promise<void> {
  await tx
    .insertInto('invitation_order')
    .values({ invitation_id: invitationId, order_id: order.orderId, may_download: order.mayDownload })
    .onConflict((oc) =>
      oc.columns(['invitation_id', 'order_id']).doUpdateSet({ may_download: order.mayDownload }),
    )
    .execute()
}

/** Returns the cases of an invitation. */
export function listInvitationOrders(
  tx: Tx,
  invitationId: string,
): Promise<{ order_id: string; may_download: boolean }[]> {
  return tx
    .selectFrom('invitation_order')
    .select(['order_id', 'may_download'])
    .where('invitation_id', '=', invitationId)
    .execute()
}

/** Returns whether a member of the caller's organization has this email address. */
export async function hasMemberWithEmail(tx: Tx, scope: Scope, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', scope.organization.id)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds an invitation of the caller's organization. */
export async function findInvitation(tx: Tx, scope: Scope, id: string): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`select ${columns} from invitation i
    where i.id = ${id}::uuid and i.organization_id = ${scope.organization.id}::uuid`.execute(tx)
  return rows[0]
}

/** Finds an invitation and locks its row. Excludes invitations to cases, which change only with the shares of the case. */
export async function lockInvitation(tx: Tx, scope: Scope, id: string): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`select ${columns} from invitation i
    where i.id = ${id}::uuid and i.organization_id = ${scope.organization.id}::uuid and i.kind <> 'person'
    for update of i`.execute(tx)
  return rows[0]
}

/** Sets a new secret and a new expiry. */
export async function updateInvitationSecret(
  tx: Tx,
  id: string,
  secret: { sha256: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ secret_sha256: secret.sha256, created_at: secret.now, expires_at: secret.expiresAt })
    .where('id', '=', id)
    .execute()
}

/** Withdraws an invitation. */
export async function updateInvitationWithdrawn(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('invitation').set({ withdrawn_at: now }).where('id', '=', id).execute()
}

/** Records who accepted an invitation. */
export async function updateInvitationAccount(tx: Tx, id: string, accountId: string): Promise<void> {
  await tx.updateTable('invitation').set({ accepted_account_id: accountId }).where('id', '=', id).execute()
}

/**
 * Finds the invitation with this secret, unless it is accepted, withdrawn or expired, or its organization is banned or
 * deleted.
 */
export function findOffer(db: Db | Tx, secretSha256: Buffer, now: Date): Promise<OfferRow | undefined> {
  return db
    .selectFrom('invitation as i')
    .innerJoin('organization as o', 'o.id', 'i.organization_id')
    .select(['i.id', 'i.kind', 'i.email', 'i.inviter_name', 'i.inviter_account_id', 'i.expires_at'])
    .select(['o.id as organization_id', 'o.name as organization_name', 'o.business_type'])
    .where('i.secret_sha256', '=', secretSha256)
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .where('i.expires_at', '>', now.toISOString())
    .where('o.banned_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .$castTo<OfferRow>()
    .executeTakeFirst()
}

/** Marks an open invitation as accepted. One of two concurrent uses succeeds. @returns whether this use succeeded */
export async function updateInvitationAccepted(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('invitation')
    .set({ accepted_at: now })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns a page of the organization's invitations that are neither accepted nor withdrawn, newest first. Invitations to
 * cases are left out: if an accepted invitation disappeared from the list, this would reveal that its address had no
 * account before.
 */
export async function listInvitationRows(
  tx: Tx,
  scope: Scope,
  kind: InvitationKind | undefined,
  page: PageWindow,
): Promise<{ rows: InvitationRow[]; total: number }> {
  const base = sql`from invitation i where i.organization_id = ${scope.organization.id}::uuid
    and i.kind <> 'person' and i.accepted_at is null and i.withdrawn_at is null ${kind ? sql`and i.kind = ${kind}` : sql``}`
  const after = page.cursor
    ? sql`and (i.created_at, i.id) < (${page.cursor.key}::timestamptz, ${page.cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<InvitationRow>`select ${columns} ${base} ${after}
    order by i.created_at desc, i.id desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return { rows, total: await countRows(tx, base) }
}

async function countRows(tx: Tx, base: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${base}`.execute(tx)
  return rows[0]?.total ?? 0
}
