import { limits, type OrderTask, type Party } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../../platform/db/filter-conditions.ts'
import type { OrderSide } from '../access/order-side.shared.ts'

/** A group of the home page: its conditions, and the order of its rows. */
type Task = { conditions: Condition[]; order: RawBuilder<unknown> }

const byDay = sql.raw('o.delivery_on, o.id')
const byNewest = sql.raw('o.created_at desc, o.id desc')
const byAge = sql.raw('o.question_open_since, o.id')
const uploadQuiet = sql.raw(`interval '${limits.uploadQuietSeconds} seconds'`)
/** Unfinished files that a list looks at. An organization has few, because the server deletes them after a week. */
const unfinishedMax = sql.raw('10000')

const noQuestion = sql<boolean>`o.question_waits_for is null`
// The planner uses a partial index only if it can derive the condition of the index. The texts are therefore inlined.
const among = (...statuses: readonly string[]) =>
  sql<boolean>`o.status in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`

/**
 * Returns the conditions and the sort order of a group of the home page for the orders `o` of a side. An index returns the rows of
 * each group in order, except those of `upload`, which the unfinished files name. Nothing matches a group of the other party.
 * @param day the reader's date
 */
export function taskOf(side: OrderSide, task: OrderTask, day: RawBuilder<unknown>): Task {
  const { party } = side
  if (party !== 'clinic' && party !== 'lab') return { conditions: [sql`false`], order: byNewest }
  return tasks(party, side.id, day)[task]
}

function tasks(party: Party, id: string, day: RawBuilder<unknown>): Record<OrderTask, Task> {
  const isClinic = party === 'clinic'
  const on = (order: RawBuilder<unknown>, ...conditions: RawBuilder<boolean>[]): Task => ({
    conditions,
    order,
  })
  const isLab = isClinic ? [sql<boolean>`false`] : []
  const ofClinic = isClinic ? [] : [sql<boolean>`false`]
  const asked = sql<boolean>`o.question_waits_for = ${sql.lit(party)}`
  const reviewed = sql<boolean>`o.review_state = ${sql.lit(isClinic ? 'requested' : 'changes_asked')}`
  // Cases of the groups `answer`, `review` and `redesign` are in no other group.
  const notAsked = sql<boolean>`(${asked} or ${reviewed}) is not true`
  const review = on(byDay, reviewed, sql`o.question_waits_for is distinct from ${sql.lit(party)}`)
  const none = on(byDay, sql`false`)
  // Cases before these statuses are in the groups `send` and `accept`, which show the delivery day, too.
  const made = isClinic ? among('scanned', 'pending', 'accepted') : sql<boolean>`o.status = 'accepted'`
  const today = sql<boolean>`o.delivery_on = ${day}`
  return {
    answer: on(byAge, asked),
    review: isClinic ? review : none,
    redesign: isClinic ? none : review,
    late: on(byDay, made, notAsked, sql`o.delivery_on < ${day}`),
    shipToday: on(byDay, made, notAsked, today, ...isLab),
    accept: on(byDay, sql`o.status = 'pending'`, noQuestion, ...isLab),
    atRisk: on(
      byDay,
      made,
      notAsked,
      // A laboratory's cases of today are in the group `shipToday`.
      isClinic ? sql`o.delivery_on >= ${day}` : sql`o.delivery_on > ${day}`,
      sql`o.at_risk_on <= ${day}`,
    ),
    receive: on(byNewest, sql`o.status = 'shipped'`, ...ofClinic),
    send: on(
      byNewest,
      sql`(${noQuestion} and ${among('uploaded', 'rejected')})`,
      sql`o.send_waiting_lab_id is null`,
      ...ofClinic,
    ),
    upload: on(byNewest, stoppedUpload(id)),
  }
}

/** Time at which bytes of a file `f` last arrived. */
export const lastArrival = sql.raw('greatest(f.created_at, f.progressed_at, f.verified_at)')

/**
 * Condition for orders whose upload has stopped: at least one file of the organization is not complete, and no bytes of its files
 * have arrived for `uploadQuietSeconds`.
 */
const stoppedUpload = (organizationId: string) => sql<boolean>`o.id = any(array(
  select u.order_id from (
    select distinct f.order_id from order_file f where f.organization_id = ${organizationId}
      and f.state in ('announced', 'uploading', 'received') and f.removed_at is null limit ${unfinishedMax}
  ) u where not exists (
    select 1 from order_file f where f.order_id = u.order_id and f.organization_id = ${organizationId}
      and f.removed_at is null and f.state <> 'refused' and ${lastArrival} > now() - ${uploadQuiet}
  )))`
