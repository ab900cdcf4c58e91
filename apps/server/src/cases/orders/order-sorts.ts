import { type Order, type OrderSort, orderStatuses } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { BoundType } from '../../platform/db/bound-values.ts'
import type { OrderSide } from '../access/order-side.shared.ts'

type Expression = RawBuilder<unknown>
type Party = OrderSide['party']

/**
 * How a list is sorted by a column.
 * - `column`: the column over the row `o` of an order. `ofWithdrawn`: its value in the row `w` of a lost order; undefined for null.
 * - `keyOf`: the sort key of a value. `indexedKeyOf`: the same key of an order that its party has, in the form of the index.
 * - `field`: the field of the order that a cursor contains. `pattern`: its form.
 */
type SortRow = {
  readonly column: string
  readonly ofWithdrawn: string | undefined
  readonly type: BoundType
  readonly keyOf: (value: Expression, isAscending: boolean) => Expression
  readonly indexedKeyOf?: (value: Expression) => Expression
  readonly field: keyof Order
  readonly pattern: RegExp
}

const raw = sql.raw
const momentPattern = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/
const dayPattern = /^\d{4}-\d\d-\d\d$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL refuses a zero byte in a text
const textPattern = /^[^\u0000-\u001f]{0,200}$/

const plain = (value: Expression) => value
// The same order on every cluster: by code point.
const folded = (value: Expression) => sql`fold_text(${value}) collate "C"`
// The last code point sorts empty texts after all others. They come last in descending order anyway.
const foldedBlankLast = (value: Expression, isAscending: boolean) =>
  isAscending
    ? sql`coalesce(nullif(fold_text(${value}), ''), U&'\\+10FFFD') collate "C"`
    : sql`coalesce(fold_text(${value}), '') collate "C"`
const dayBlankLast = (value: Expression, isAscending: boolean) =>
  sql`coalesce(${value}, ${raw(isAscending ? `'infinity'` : `'-infinity'`)}::date)`
const rank = (value: Expression) =>
  sql`array_position(array[${raw(orderStatuses.map((status) => `'${status}'`).join(', '))}], ${value})`

const moment = (column: string, ofWithdrawn: string, field: keyof Order): SortRow => ({
  column,
  ofWithdrawn,
  type: 'timestamptz',
  keyOf: plain,
  field,
  pattern: momentPattern,
})

const text = (column: string, field: keyof Order): SortRow => ({
  column,
  ofWithdrawn: `''`,
  type: 'text',
  keyOf: foldedBlankLast,
  field,
  pattern: textPattern,
})

const sorts = {
  createdAt: moment('created_at', 'w.order_created_at', 'createdAt'),
  updatedAt: moment('updated_at', 'w.withdrawn_at', 'updatedAt'),
  deliveryOn: {
    column: 'delivery_on',
    ofWithdrawn: undefined,
    type: 'date',
    keyOf: plain,
    field: 'deliveryOn',
    pattern: dayPattern,
  },
  number: {
    column: 'number',
    // The expression keeps the planner from walking the index of all orders by number, so that it sorts the few rows.
    ofWithdrawn: `(o.number || '')`,
    type: 'text',
    keyOf: plain,
    field: 'number',
    pattern: /^[0-9A-Z-]{1,40}$/,
  },
  // An order always has a patient's name, so the index needs no place for empty ones.
  patientName: { ...text('patient_name', 'patientName'), indexedKeyOf: folded },
  status: {
    column: 'status',
    ofWithdrawn: `'uploaded'`,
    type: 'text',
    keyOf: rank,
    field: 'status',
    pattern: new RegExp(`^(?:${orderStatuses.join('|')})$`),
  },
  type: {
    column: 'type',
    ofWithdrawn: 'o.type',
    type: 'text',
    keyOf: (value) => sql`${value}::smallint`,
    field: 'type',
    pattern: /^\d$/,
  },
  doctor: text('doctor', 'doctor'),
  scanDate: {
    column: 'scan_date',
    ofWithdrawn: 'null::date',
    type: 'date',
    keyOf: dayBlankLast,
    field: 'scanDate',
    pattern: dayPattern,
  },
  senderOperator: text('sender_name', 'senderOperator'),
  updater: text('updater_name', 'updater'),
  operator: text('operator', 'operator'),
  equipmentNumber: text('equipment_number', 'equipmentNumber'),
  softwareVersion: text('software_version', 'softwareVersion'),
  expressNumber: { ...text('express_number', 'expressNumber'), ofWithdrawn: 'null::text' },
  carrier: text('carrier', 'carrier'),
} as const satisfies Record<Exclude<OrderSort, 'partner'>, SortRow>

const partner = (column: 'lab_id' | 'clinic_id', field: 'labName' | 'clinicName'): SortRow => ({
  ...text(column, field),
  ofWithdrawn: `(select g.name from organization g where g.id = o.${column})`,
})
const partners = { lab: partner('lab_id', 'labName'), clinic: partner('clinic_id', 'clinicName') } as const

/** Returns how a party sorts a list by a column. */
const rowOf = (sort: OrderSort, party: Party): SortRow =>
  sort === 'partner' ? partners[party === 'clinic' ? 'lab' : 'clinic'] : sorts[sort]

/** Whether orders may have no value in the sort column. Their key in a cursor is null, and they come last. */
export const isNullable = (sort: OrderSort): boolean =>
  sort === 'deliveryOn' || sort === 'scanDate' || sort === 'partner' || sort === 'expressNumber'

/** The sort keys of a list, as SQL. */
export type OrderSortKeys = {
  /** Of a row `o` of `orders`, in the form of the index. */
  own: Expression
  /** Of the row `w` of a lost order; undefined if it has none. */
  withdrawn: Expression | undefined
  /** Of a listed row with the columns of `orders`, which may be of a lost order. @param row its alias with a dot, or '' */
  listed: (row: string) => Expression
  /** Whether `listed` is an expression, which cannot sort the result of a union. */
  isExpression: boolean
  /** Of the bound value of a cursor. */
  ofCursor: (value: Expression) => Expression
  /** Type of the bound value. */
  type: BoundType
}

/** Returns the sort keys of a list that a party reads. */
export function sortKeysOf(sort: OrderSort, isAscending: boolean, party: Party): OrderSortKeys {
  const row = rowOf(sort, party)
  const valueIn = (alias: string) =>
    sort === 'partner'
      ? sql`(select g.name from organization g where g.id = ${raw(`${alias}${row.column}`)})`
      : raw(`${alias}${row.column}`)
  const keyOf = (value: Expression) => row.keyOf(value, isAscending)
  return {
    own: (row.indexedKeyOf ?? keyOf)(valueIn('o.')),
    withdrawn: row.ofWithdrawn === undefined ? undefined : keyOf(raw(row.ofWithdrawn)),
    listed: (alias) => keyOf(valueIn(alias)),
    isExpression: row.keyOf !== plain,
    ofCursor: keyOf,
    type: row.type,
  }
}

/** Returns the value of an order that a cursor contains. */
export function cursorKeyOf(sort: OrderSort, party: Party, order: Order): string | null {
  const value = order[rowOf(sort, party).field]
  return value === null ? null : String(value)
}

/** Whether a cursor may contain a value. The partner of either party is a name. */
export const isCursorKey = (sort: OrderSort, value: string): boolean =>
  rowOf(sort, 'clinic').pattern.test(value)
