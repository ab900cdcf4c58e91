import type { Db } from '../../platform/db/database.ts'

/** A row of the exported file. Times are ISO texts. */
export type ExportRow = Record<string, unknown>

/** Finds the account with its organization, without secrets. */
export function findExportedAccount(db: Db, accountId: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom('account as a')
    .innerJoin('organization as o', 'o.id', 'a.organization_id')
    .select(['a.id', 'a.email', 'a.name', 'a.telephone', 'a.location', 'a.license_number as licenseNumber'])
    .select(['o.id as organizationId', 'o.name as organizationName', 'a.membership'])
    .select(['a.is_organization_administrator as isOrganizationAdministrator'])
    .select(['a.accepts_order_sms as acceptsOrderSms', 'a.accepts_order_email as acceptsOrderEmail'])
    .select(['a.mail_frequency as mailFrequency', 'a.mail_zone as mailZone'])
    .select(['a.language', 'a.interface_size as interfaceSize', 'a.teeth_numbering as teethNumbering'])
    .select(['a.time_zone as timeZone', 'a.created_at as createdAt', 'a.updated_at as updatedAt'])
    .select(['a.email_verified_at as emailVerifiedAt', 'a.password_changed_at as passwordChangedAt'])
    .where('a.id', '=', accountId)
    .executeTakeFirst()
}

/** Returns all stored sessions of the account, including revoked ones. */
export function listExportedSessions(db: Db, accountId: string): Promise<ExportRow[]> {
  return db
    .selectFrom('session')
    .select(['id', 'user_agent as userAgent', 'address', 'is_remembered as isRemembered'])
    .select(['created_at as signedInAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
    .select(['revoked_at as endedAt', 'revoked_for as endedFor'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Returns the audit rows of the account, without the organizations that they concern. */
export function listExportedAudit(db: Db, accountId: string): Promise<ExportRow[]> {
  return db
    .selectFrom('audit')
    .select(['at', 'action', 'object_type as objectType', 'object_id as objectId', 'address'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns the steps that the account took on cases, as in the timelines, without patients. */
export function listExportedSteps(db: Db, accountId: string): Promise<ExportRow[]> {
  return db
    .selectFrom('order_event as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select([
      'e.at',
      'o.number',
      'e.kind',
      'e.from_status as fromStatus',
      'e.to_status as toStatus',
      'e.note',
    ])
    .where('e.account_id', '=', accountId)
    .orderBy('e.at', 'desc')
    .execute()
}

/** Returns when and to which cases the account was assigned as a technician, without patients. */
export function listExportedAssignments(db: Db, accountId: string): Promise<ExportRow[]> {
  return db
    .selectFrom('order_event as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select(['e.at', 'o.number'])
    .where('e.technician_id', '=', accountId)
    .orderBy('e.at', 'desc')
    .execute()
}

/** Returns the files that the account uploaded, without their bytes. */
export function listExportedFiles(db: Db, accountId: string): Promise<ExportRow[]> {
  return db
    .selectFrom('order_file as f')
    .innerJoin('orders as o', 'o.id', 'f.order_id')
    .select(['f.created_at as uploadedAt', 'o.number', 'f.name', 'f.size_bytes as sizeBytes'])
    .select('f.removed_at as removedAt')
    .where('f.account_id', '=', accountId)
    .orderBy('f.created_at', 'desc')
    .execute()
}

/** Returns when and on which cases the account wrote messages. Texts are left out, because they may name patients. */
export function listExportedMessages(db: Db, accountId: string): Promise<ExportRow[]> {
  return db
    .selectFrom('order_message as m')
    .innerJoin('orders as o', 'o.id', 'm.order_id')
    .select(['m.at', 'o.number', 'm.kind'])
    .where('m.account_id', '=', accountId)
    .orderBy('m.at', 'desc')
    .execute()
}

/** Returns the pictures that the account uploaded, without their bytes. */
export function listExportedImages(db: Db, accountId: string): Promise<ExportRow[]> {
  return db
    .selectFrom('image')
    .select(['id', 'purpose', 'kind', 'size_bytes as sizeBytes', 'created_at as uploadedAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Returns the passkeys and authenticator apps of the account, without their secrets. */
export async function listExportedFactors(db: Db, accountId: string): Promise<ExportRow[]> {
  const passkeys = await db
    .selectFrom('passkey')
    .select(['name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .execute()
  const apps = await db
    .selectFrom('totp')
    .select(['created_at as createdAt', 'confirmed_at as confirmedAt'])
    .where('account_id', '=', accountId)
    .execute()
  return [
    ...passkeys.map((row) => ({ way: 'passkey', ...row })),
    ...apps.map((row) => ({ way: 'authenticator app', ...row })),
  ]
}

/** Returns when the account began the drafts of new cases, without their contents, because they name patients. */
export function listExportedDrafts(db: Db, accountId: string): Promise<ExportRow[]> {
  return db
    .selectFrom('case_draft')
    .select(['created_at as createdAt', 'updated_at as updatedAt'])
    .where('created_by', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Returns the cases that were shared with the account. */
export function listExportedShares(db: Db, accountId: string): Promise<ExportRow[]> {
  return db
    .selectFrom('order_share as s')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .select(['o.number', 's.may_download as mayDownload', 's.shared_at as sharedAt'])
    .where('s.account_id', '=', accountId)
    .execute()
}

/**
 * Returns the invitations that the account sent. Invitations to cases are left out, because their addresses
 * may belong to patients. An accepted invitation would also reveal that its address had no account before.
 */
export function listExportedInvitations(db: Db, accountId: string): Promise<ExportRow[]> {
  return db
    .selectFrom('invitation')
    .select(['kind', 'email', 'created_at as createdAt', 'accepted_at as acceptedAt'])
    .where('inviter_account_id', '=', accountId)
    .where('kind', '<>', 'person')
    .orderBy('created_at', 'desc')
    .execute()
}

/** Returns the support requests that the account submitted, and then its other entries in support requests. */
export async function listExportedWorkOrders(db: Db, accountId: string): Promise<ExportRow[]> {
  const submitted = await db
    .selectFrom('work_order')
    .select(['number', 'title', 'content', 'request_number as requestNumber'])
    .select(['contact_phone as contactPhone', 'status', 'submitted_at as at'])
    .where('submitter_id', '=', accountId)
    .orderBy('submitted_at', 'desc')
    .execute()
  const replies = await db
    .selectFrom('work_order_record as c')
    .innerJoin('work_order as w', 'w.id', 'c.work_order_id')
    .select(['w.number', 'c.kind', 'c.body as text', 'c.at'])
    .where('c.account_id', '=', accountId)
    .where('c.kind', '!=', 'submit')
    .orderBy('c.at', 'desc')
    .execute()
  return [...submitted, ...replies]
}
