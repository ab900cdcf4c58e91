import {
  type KeptOrder,
  type Order,
  type OrderParty,
  orderTransitions,
  type TimelineEntry,
} from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { isoOfJsonTime, rowsAsJson } from '../../platform/db/json-rows.ts'
import { executeTemplate, slotOf } from '../../platform/db/statement-template.ts'
import type { FileReader } from '../access/file-access.service.ts'
import { mayDownload } from '../access/order-access.service.ts'
import { listedColumns, ownColumnsOf } from '../access/order-columns.shared.ts'
import { type OrderSide, visibleTo } from '../access/order-side.shared.ts'
import { openQuestionJson, type QuestionRow } from '../conversation/questions.shared.ts'
import { filesJson, type toOrderFiles } from '../files/case-files.service.ts'
import { prescriptionsJson, type StoredPrescriptions } from '../prescriptions/completeness.service.ts'
import { type RemakeRow, remakesJson } from '../remakes/remakes.shared.ts'
import { repeatedScansJson } from './readiness.service.ts'
import { reservationJson } from './reserved-orders.service.ts'

/** An order with the parts of its detail as JSON, which the features map to DTOs. */
export type OrderDetailRow = Order & {
  mayDownload: boolean
  clinic: OrderParty
  lab: OrderParty | null
  prescriptions: StoredPrescriptions
  files: Parameters<typeof toOrderFiles>[0]
  repeated: { fileId: string; number: string }[]
  question: QuestionRow | null
  remakeRows: RemakeRow[]
  timeline: TimelineEntry[]
  kept: KeptOrder | null
}

/** The reader of an order: the side from which they see it, the files they may read, and their organization. */
export type OrderReader = { side: OrderSide; files: FileReader; organizationId: string }

/**
 * Returns an order that the reader may see with everything that its detail shows, from one statement and so from one
 * snapshot.
 * @returns undefined if the order is missing, discarded or not visible, which callers cannot distinguish
 */
export async function findOrderDetail(
  db: Db | Tx,
  { side, files, organizationId }: OrderReader,
  orderId: string,
): Promise<OrderDetailRow | undefined> {
  const { party } = side
  const values = { order: orderId, side: side.id, organization: organizationId }
  const [row] = await executeTemplate(db, `order detail ${party}`, values, () =>
    detailQuery(
      {
        side: { party, id: slotOf('side') },
        files: files.party === 'all' ? files : { party: 'lab', organizationId: slotOf('organization') },
        organizationId: slotOf('organization'),
      },
      slotOf('order'),
    ),
  )
  return row && { ...row, timeline: row.timeline.map((entry) => ({ ...entry, at: isoOfJsonTime(entry.at) })) }
}

function detailQuery(
  { side, files, organizationId }: OrderReader,
  orderId: string,
): RawBuilder<OrderDetailRow> {
  const { party } = side
  const isParty = party === 'clinic' || party === 'lab'
  return sql<OrderDetailRow>`
    with o as materialized (
      select ${ownColumnsOf(side)}, ${mayDownload(side)} as may_download from orders o
      where o.id = ${orderId} and o.discarded_at is null and ${visibleTo(side)}
    )
    select ${listedColumns}, o.may_download as "mayDownload", ${partyJson('c')} as clinic,
      case when l.id is not null then ${partyJson('l')} end as lab,
      ${prescriptionsJson} as prescriptions,
      ${filesJson(files, organizationId)} as files,
      ${party === 'clinic' ? sql`case when ${isBeforeSending} then ${repeatedScansJson} else '[]' end` : noRows} as repeated,
      ${isParty ? openQuestionJson : nothing} as question,
      ${remakesJson(side)} as "remakeRows",
      ${timelineJson(side)} as timeline,
      ${party === 'clinic' ? reservationJson : nothing} as kept
    from o join organization c on c.id = o.clinic_id left join organization l on l.id = o.lab_id`
}

const nothing = sql`null::json`
const noRows = sql`'[]'::json`

const statuses = orderTransitions.send.from.map((status) => `'${status}'`).join(', ')
/** Whether the order can still be sent. */
const isBeforeSending = sql.raw(`o.status in (${statuses})`)

const partyJson = (alias: 'c' | 'l') =>
  sql.raw(`json_build_object('organizationId', ${alias}.id, 'name', ${alias}.name, 'address', ${alias}.address,
    'phone', ${alias}.office_phone, 'email', ${alias}.email)`)

/**
 * Returns the SQL of the timeline, oldest entry first. A laboratory does not see entries for another laboratory. Only the laboratory
 * sees whom it assigned (rules §16); the note is then the name of the technician.
 */
function timelineJson({ party }: OrderSide): RawBuilder<unknown> {
  const isLab = party === 'lab'
  const isShown = isLab ? sql`(e.lab_id is null or e.lab_id = o.lab_id)` : sql`e.kind <> 'assign'`
  const note = isLab
    ? sql`coalesce((select a.name from account a where a.id = e.technician_id), e.note)`
    : sql`e.note`
  return rowsAsJson(sql`
    select e.id, e.at, e.kind, e.from_status as from, e.to_status as to, e.account_name as by,
      e.organization_name as "organizationName", ${note} as note, e.reason, e.delivery_on as "deliveryOn",
      e.express_number as "expressNumber"
    from order_event e where e.order_id = o.id and ${isShown} order by e.at, e.id`)
}
