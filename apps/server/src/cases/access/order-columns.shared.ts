import { keysOf, type Order, OrderDraft } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { OrderSide } from './order-side.shared.ts'

type OrderColumn = keyof Tables['orders'] & string

/**
 * The SQL of a field of `Order`. `column` is the field's column in `orders`. `withdrawn` is the expression that a
 * laboratory reads instead of the column if it lost the order. `shown` is the selected expression over the row `o`,
 * the clinic `c` and the laboratory `l`.
 */
type Field = { column?: OrderColumn; withdrawn?: string; shown: string }

const stored = <Column extends OrderColumn>(column: Column, withdrawn: string) => ({
  column,
  withdrawn,
  shown: `o.${column}`,
})

const fields = {
  id: stored('id', 'o.id'),
  number: stored('number', 'o.number'),
  type: stored('type', 'o.type'),
  status: stored('status', `'uploaded'`),
  version: stored('version', '0'),
  patientName: stored('patient_name', `''`),
  doctor: stored('doctor', `''`),
  clinicId: stored('clinic_id', 'o.clinic_id'),
  clinicName: { shown: 'c.name' },
  labId: stored('lab_id', 'null::uuid'),
  labName: { shown: 'l.name' },
  createdAt: stored('created_at', 'w.order_created_at'),
  updatedAt: stored('updated_at', 'w.withdrawn_at'),
  scanDate: stored('scan_date', 'null::date'),
  deliveryOn: stored('delivery_on', 'null::date'),
  atRiskOn: stored('at_risk_on', 'null::date'),
  isDeliveryConfirmed: stored('is_delivery_confirmed', 'false'),
  proposedOn: stored('proposed_on', 'null::date'),
  senderOperator: stored('sender_name', `''`),
  updater: stored('updater_name', `''`),
  operator: stored('operator', `''`),
  technicianId: stored('technician_id', 'null::uuid'),
  technician: { shown: `coalesce((select a.name from account a where a.id = o.technician_id), '')` },
  equipmentNumber: stored('equipment_number', `''`),
  softwareVersion: stored('software_version', `''`),
  otherRequirements: stored('other_requirements', `''`),
  remark: stored('remark', `''`),
  expressNumber: stored('express_number', 'null::text'),
  carrier: stored('carrier', `''`),
  trackingNote: stored('tracking_note', `''`),
  questionOpenSince: stored('question_open_since', 'null::timestamptz'),
  questionWaitsFor: stored('question_waits_for', 'null::text'),
  reviewState: stored('review_state', `'none'`),
  isReviewRequired: stored('is_review_required', 'false'),
  isSendWaiting: {
    column: 'send_waiting_lab_id',
    withdrawn: 'null::uuid',
    shown: 'o.send_waiting_lab_id is not null',
  },
  isWithdrawn: { shown: 'o.is_withdrawn' },
  isLabGone: { shown: 'coalesce(l.banned_at is not null or l.deleted_at is not null, false)' },
  filesTotal: stored('files_total', '0'),
  filesVerified: stored('files_verified', '0'),
  hasFiles: {
    shown: `not o.is_withdrawn and exists (select 1 from order_file f where f.order_id = o.id and f.state = 'verified'
      and f.removed_at is null and (f.party = 'clinic' or f.organization_id = o.lab_id))`,
  },
  bytesTotal: stored('bytes_total', '0::bigint'),
  bytesReceived: stored('bytes_received', '0::bigint'),
  screenshot: stored('picture_file_id', 'null::uuid'),
  work: { column: 'work', withdrawn: 'null::jsonb', shown: `coalesce(o.work, '[]')` },
} as const satisfies Record<keyof Order, Field>

const storedFields = Object.values<Field>(fields).filter((field) => field.column !== undefined)

const ownColumnsWithout = sql.raw(
  [
    ...storedFields.flatMap(({ column }) => (column === 'technician_id' ? [] : [`o.${column}`])),
    'false as is_withdrawn',
  ].join(', '),
)

/**
 * Select list with all stored columns of an order `o`, for a reader to whom the order is visible. Without the technician, whom
 * only the laboratory sees (rules §16).
 */
export const ownColumns = sql`${ownColumnsWithout}, null::uuid as technician_id`

const labColumns = sql`${ownColumnsWithout}, o.technician_id`

/** Returns `ownColumns` for a side that reads orders. A laboratory also reads the technician, because its orders are its own. */
export const ownColumnsOf = ({ party }: Pick<OrderSide, 'party'>): RawBuilder<unknown> =>
  party === 'lab' ? labColumns : ownColumns

/**
 * Returns `ownColumns` for the author of a step, who may be of either party. The laboratory that has the order reads the
 * technician.
 */
export const ownColumnsFor = (organizationId: string): RawBuilder<unknown> =>
  sql`${ownColumnsWithout}, case when o.lab_id = ${organizationId}::uuid then o.technician_id end as technician_id`

/**
 * Select list with the columns of `ownColumns` for a row `w` of `order_withdrawal` with its order `o`. A laboratory that
 * lost the order reads only number, type, clinic and dates (rules §5). The other columns are empty.
 */
export const withdrawnColumns = sql.raw(
  [
    ...storedFields.flatMap(({ column, withdrawn }) =>
      column === 'technician_id' ? [] : [`${withdrawn} as ${column}`],
    ),
    'true as is_withdrawn',
    'null::uuid as technician_id',
  ].join(', '),
)

/**
 * Select list with the fields of `Order`, from a row `o` with `ownColumns` or `withdrawnColumns`, the clinic `c` and
 * the laboratory `l`.
 */
export const listedColumns = sql.raw(
  Object.entries<Field>(fields)
    .map(([name, field]) => `${field.shown} as "${name}"`)
    .join(', '),
)

/**
 * Joins the clinic `c` and the laboratory `l` to a single row `o`. The planner cannot merge these subqueries into the statement, so
 * it looks the organizations up by id; otherwise it may read all organizations up to the laboratory.
 */
export const partiesOfOrder =
  sql.raw(`join lateral (select * from organization where id = o.clinic_id limit 1) c on true
    left join lateral (select * from organization where id = o.lab_id limit 1) l on true`)

const enteredFields = keysOf(OrderDraft.shape)

/** Arguments of `jsonb_build_object` with the fields that the clinic enters, from a row `o` of `orders`. */
export const enteredPairs = sql.raw(
  enteredFields.map((name) => `'${name}', o.${fields[name].column}`).join(', '),
)

/** Maps the fields that the clinic enters to their columns. */
export const columnsOf = (draft: OrderDraft) =>
  Object.fromEntries(enteredFields.map((name) => [fields[name].column, draft[name]])) as {
    [Name in keyof OrderDraft as (typeof fields)[Name]['column']]: OrderDraft[Name]
  }

/** Returns the fields that the clinic has entered for an order. */
export const draftOf = (order: Order) =>
  Object.fromEntries(enteredFields.map((name) => [name, order[name]])) as Pick<Order, keyof OrderDraft>
