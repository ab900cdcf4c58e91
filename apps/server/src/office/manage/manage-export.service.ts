import {
  limits,
  type ManagedOrganization,
  type ManagedUser,
  ManageExport,
  manageExportFields,
} from '@pontic/contract'
import { type MessageKey, translate } from '@pontic/messages'
import type { Db } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { ExportReader, ExportTicket, ListExport } from '../../platform/http/list-exports.ts'
import { momentIn } from '../../platform/http/reader-zone.ts'
import { listOrganizations } from './managed-organizations.service.ts'
import { listUsers } from './managed-users.service.ts'

/** Export of organizations or users as CSV. */
export const manageExport: ListExport<ManageExport, Row> = {
  list: 'manage',
  schema: ManageExport,
  refusal: 'order.export_invalid',
  permissionOf: ({ list }) => (list === 'users' ? 'manage.user' : 'manage.organization'),
  nameOf: ({ list }) => `pontic-${list}`,
  recordOf: ({ list, filter: { words, ...filter } }) => ({
    objectType: list,
    objectId: '',
    detail: { list, filter: { ...filter, hasWords: words !== '' } },
  }),
  headOf: ({ query, language }) =>
    manageExportFields[query.list].map((field) => translate(language, headings[field])),
  cellsOf: (row, ticket) => manageExportFields[ticket.query.list].map((field) => textOf(row, field, ticket)),
  pagesOf,
}

type Row = ManagedOrganization | ManagedUser
type Page = { list: readonly Row[]; cursor: string | null }

async function* pagesOf(call: Call<'scope' | 'services'>, { query }: ExportTicket<ManageExport>, db: Db) {
  let cursor: string | undefined
  do {
    const page = await readPage({ ...call, tx: db }, query, cursor)
    yield page.list
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined)
}

function readPage(
  { tx, scope, services }: Call<'scope' | 'services'> & { tx: Db },
  query: ManageExport,
  cursor: string | undefined,
): Promise<Page> {
  const paging = { page: 1, pageSize: limits.pageSizeMax, cursor }
  return query.list === 'users'
    ? listUsers({ tx, scope, services }, { ...query.filter, ...paging })
    : listOrganizations({ tx, scope, services }, { ...query.filter, ...paging })
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
