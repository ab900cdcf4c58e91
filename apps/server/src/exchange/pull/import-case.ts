import { limits, type OrderDocument } from '@pontic/contract'
import { sql } from 'kysely'
import { type FetchedFile, saveFetched } from '../../cases/files/fetched-files.service.ts'
import { completeUploadIfDone, registerOrder, stepByAccount } from '../../cases/orders/orders.service.ts'
import { erasedSourceId } from '../../cases/patients/erasures.shared.ts'
import { saveWork } from '../../cases/prescriptions/work.service.ts'
import type { StepBy } from '../../cases/steps/order-steps.service.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { fail } from '../../platform/http/fail.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import type { Services } from '../../platform/services.ts'
import { toOrderDraft } from '../order-documents/case-of-document.shared.ts'
import { saveImported } from './pull-items.queries.ts'
import { PullRefusal } from './pull-refusal.ts'
import { getClinicAdministrator, type PullSettingRow } from './pull-settings.queries.ts'
import { type FileSource, storeFile } from './store-file.ts'

/** A parsed candidate with the files to fetch. */
export type ReadyCase = {
  document: OrderDocument
  /** Name of the candidate's file or folder. It becomes the patient's name if the document has neither name nor code. */
  name: string
  sources: readonly FileSource[]
  /** Names of files that the document lists but that were not found. */
  missing: readonly string[]
}

type ImportContext = { services: Services; setting: PullSettingRow; itemId: string }

/** Finds the order that a setting has imported for a document's source system and source id. @returns the order's id */
export async function findImportedOrder(
  { services, setting }: Pick<ImportContext, 'services' | 'setting'>,
  { source }: OrderDocument,
): Promise<string | undefined> {
  const row = await services.database.db
    .selectFrom('pull_case')
    .select('order_id')
    .where('setting_id', '=', setting.id)
    .where('system', '=', source.system)
    // Erasure replaces the source id. The second value finds an erased order, so that it is not imported again.
    .where('source_id', 'in', [source.id, erasedSourceId(source.id)])
    .executeTakeFirst()
  return row?.order_id
}

/**
 * Imports an order. Stores its files with the checks of an upload, then inserts the order with its prescriptions in one
 * transaction.
 * @returns the id of the new order
 * @throws PullRefusal, server.disk_full, AlreadyImported if another run has imported the same case
 */
export async function importCase(context: ImportContext, found: ReadyCase): Promise<string> {
  const { services, setting, itemId } = context
  const sizeBytes = found.sources.reduce((sum, file) => sum + file.sizeBytes, 0)
  if (found.sources.length > limits.filesPerOrderMax) throw new PullRefusal('too_many_files')
  await assertSpace(services, setting, sizeBytes)
  const uploadIds = found.sources.map(() => newId(services.now().getTime()))
  await saveUploadIds(services, itemId, uploadIds)
  try {
    const files: FetchedFile[] = []
    for (const [at, source] of found.sources.entries())
      files.push(await storeFile(services, source, uploadIds[at]!))
    return await services.database.transaction((tx) => createCase(tx, context, found, files))
  } finally {
    // The content of imported files is stored under its hash. The temporary uploads are deleted.
    for (const id of uploadIds) await services.storage.removeUpload(id)
    await saveUploadIds(services, itemId, [])
  }
}

/** Checks quota and free disk space before the first byte is fetched. The transaction checks the quota again. */
async function assertSpace(services: Services, setting: PullSettingRow, sizeBytes: number): Promise<void> {
  const room = await services.database.db
    .selectFrom('organization')
    .select(['storage_used_bytes', 'storage_quota_bytes'])
    .where('id', '=', setting.clinic_id)
    .executeTakeFirstOrThrow()
  if (room.storage_used_bytes + sizeBytes > room.storage_quota_bytes) throw new PullRefusal('quota_full')
  if (sizeBytes > (await services.storage.readFreeBytes())) fail('server.disk_full')
}

/** Saves the ids of running downloads. If the node dies, the next run deletes their bytes. */
async function saveUploadIds(services: Services, itemId: string, ids: readonly string[]): Promise<void> {
  await services.database.db
    .updateTable('pull_item')
    .set({ upload_ids: sql`${[...ids]}::uuid[]` })
    .where('id', '=', itemId)
    .execute()
}

/**
 * Returns the author of imported orders. The account is that of an administrator of the clinic, and the name
 * is that of the setting, which the timeline shows.
 */
async function stepAuthorOf(tx: Tx, setting: PullSettingRow): Promise<StepBy & { accountId: string }> {
  const accountId = await getClinicAdministrator(tx, setting.clinic_id)
  const by = await stepByAccount(tx, accountId)
  return { ...by, accountId, accountName: setting.name, source: { organizationId: setting.clinic_id } }
}

async function createCase(
  tx: Tx,
  { services, setting, itemId }: ImportContext,
  { document, name, missing }: ReadyCase,
  files: readonly FetchedFile[],
): Promise<string> {
  const by = await stepAuthorOf(tx, setting)
  const orderId = await registerOrder({ tx, services }, by, toOrderDraft(document, name, missing))
  const { system, id: source_id } = document.source
  const now = services.now()
  const claimed = await tx
    .insertInto('pull_case')
    .values({ setting_id: setting.id, system, source_id, order_id: orderId, taken_at: now })
    .onConflict((on) => on.doNothing())
    .returning('order_id')
    .executeTakeFirst()
  // Another run has imported the same case. The error rolls back this transaction.
  if (claimed === undefined) throw new AlreadyImported()
  await savePrescriptions(tx, orderId, by.accountId, document)
  const uploader = {
    orderId,
    clinicId: setting.clinic_id,
    accountId: by.accountId,
    accountName: by.accountName,
  }
  if (files.length > 0) await saveFetched({ tx, services }, uploader, files)
  else await tx.updateTable('orders').set({ has_no_scans: true }).where('id', '=', orderId).execute()
  await completeUploadIfDone({ tx, services }, orderId)
  await saveImported(tx, itemId, { orderId, system, now })
  await recordAudit(
    tx,
    { organizationId: setting.clinic_id },
    {
      action: 'pull.take',
      objectType: 'order',
      objectId: orderId,
      subjectOrganizationIds: [setting.clinic_id],
      detail: { settingId: setting.id, system, fileIds: files.map(({ id }) => id) },
    },
  )
  return orderId
}

/** Thrown if another run has imported the same case in the meantime. */
export class AlreadyImported extends Error {}

async function savePrescriptions(
  tx: Tx,
  orderId: string,
  accountId: string,
  { prescription, morePrescriptions }: OrderDocument,
): Promise<void> {
  if (prescription === null) return
  await tx
    .insertInto('prescription')
    .values({
      order_id: orderId,
      body: JSON.stringify(prescription),
      more: JSON.stringify(morePrescriptions),
      updated_by: accountId,
    })
    .execute()
  await saveWork(tx, orderId)
}

/** Enqueues the deletion of partial downloads that a dead node has left. */
export async function deleteAbandonedDownloads(services: Services, settingId: string): Promise<void> {
  await services.database.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('pull_item')
      .select(['id', 'upload_ids'])
      .where('setting_id', '=', settingId)
      .where(sql<boolean>`upload_ids <> '{}'`)
      .forUpdate()
      .execute()
    for (const row of rows) {
      for (const fileId of row.upload_ids) await enqueueJob(tx, 'files.dropBytes', { fileId, sha256: null })
      await tx
        .updateTable('pull_item')
        .set({ upload_ids: sql`'{}'::uuid[]` })
        .where('id', '=', row.id)
        .execute()
    }
  })
}
