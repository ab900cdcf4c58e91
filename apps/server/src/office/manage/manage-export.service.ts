import {
  limits,
  type ManagedOrganization,
  type ManagedUser,
  ManageExport,
  manageExportFields,
} from '@pontic/contract'
import { type MessageKey, translate } from '@pontic/messages'
import { writeAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { toCsvHead, toCsvLine } from '../../platform/http/csv.ts'
import {
  createExportTicket,
  type ExportCall,
  type ExportReader,
  type ExportTicket,
  sendListExport,
} from '../../platform/http/list-exports.ts'
import { momentIn } from '../../platform/http/reader-zone.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Services } from '../../platform/services.ts'
import { listOrganizations } from './managed-organizations.service.ts'
import { listUsers } from './managed-users.service.ts'

/** Makes a ticket for a list as CSV, and records the export in the audit log. @returns the path of the download */
export async function createManageExport(
  tx: Tx,
  scope: Scope,
  query: ManageExport,
  reader: ExportReader & { now: Date },
): Promise<{ path: string }> {
  // The words of a search may be a person's name.
  const { words, ...filter } = query.filter
  await writeAudit(tx, scope, {
    objectType: query.list,
    objectId: '',
    detail: { list: query.list, filter: { ...filter, hasWords: words !== '' } },
  })
  return await createExportTicket(tx, scope, 'manage', query, reader)
}

/** Sends the list that a ticket was made for. @throws order.export_invalid, request.forbidden */
export async function sendManageExport(call: ExportCall): Promise<void> {
  await sendListExport(call, {
    list: 'manage',
    schema: ManageExport,
    refusal: 'order.export_invalid',
    permissionOf: ({ list }) => (list === 'users' ? 'manage.user' : 'manage.organization'),
    nameOf: ({ list }) => `pontic-${list}`,
    linesOf,
  })
}

type Ticket = ExportTicket<ManageExport>
type Row = ManagedOrganization | ManagedUser
type Page = { list: readonly Row[]; cursor: string | null }

async function* linesOf(services: Services, scope: Scope, ticket: Ticket): AsyncGenerator<string> {
  const fields = manageExportFields[ticket.query.list]
  yield toCsvHead(fields.map((field) => translate(ticket.language, headings[field])))
  let cursor: string | undefined
  do {
    const page = await readPage(services, scope, ticket.query, cursor)
    yield page.list
      .map((row) => toCsvLine(fields.map((field) => textOf(row as AnyFields, field, ticket))))
      .join('')
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined)
}

function readPage(
  services: Services,
  scope: Scope,
  query: ManageExport,
  cursor: string | undefined,
): Promise<Page> {
  const { db } = services.database
  const paging = { page: 1, pageSize: limits.pageSizeMax, cursor }
  return query.list === 'users'
    ? listUsers(db, scope, services, { ...query.filter, ...paging })
    : listOrganizations(db, scope, services, { ...query.filter, ...paging })
}

type Field = (typeof manageExportFields)[ManageExport['list']][number]

const headings: Readonly<Record<Field, MessageKey>> = {
  name: 'common.label.name',
  businessType: 'common.label.type',
  state: 'common.label.status',
  users: 'screens.manageUsers',
  orders: 'common.label.cases',
  storageUsedBytes: 'manage.columns.storageUsedBytes',
  storageQuotaBytes: 'manage.columns.storageQuotaBytes',
  address: 'common.label.address',
  contactPerson: 'common.label.contactPerson',
  email: 'common.label.email',
  registeredAt: 'common.label.registeredAt',
  deletedAt: 'manage.columns.deletedAt',
  organizationName: 'common.label.organization',
  isAdministrator: 'common.role.administrator',
  hasTwoFactor: 'screens.security',
  telephone: 'common.label.telephone',
  licenseNumber: 'common.label.license',
  createdAt: 'common.label.createdAt',
  lastSignedInAt: 'common.label.lastActive',
}

type AnyFields = { readonly [Key in Field]?: unknown }

const moments: readonly Field[] = ['registeredAt', 'createdAt', 'lastSignedInAt', 'deletedAt']

function textOf(row: AnyFields, field: Field, { language, zone }: ExportReader): string {
  const value = row[field]
  if (value === null || value === undefined) return ''
  if (moments.includes(field)) return momentIn(zone, new Date(String(value)))
  if (field === 'state') return translate(language, `common.state.${row.state as ManagedUser['state']}`)
  if (field === 'businessType')
    return translate(language, `orgTypes.${row.businessType as ManagedUser['businessType']}`)
  if (typeof value === 'boolean') return translate(language, value ? 'common.yes' : 'common.no')
  return String(value)
}
