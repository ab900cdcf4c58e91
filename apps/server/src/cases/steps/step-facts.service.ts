import type { LabCalendar, OrderType, TimelineKind } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, selectReaders } from './order-notices.service.ts'
import { orderEventCondition } from './order-steps.hooks.ts'

/** What a step reads before it is written. */
export type StepFacts = {
  type: OrderType
  deliveryOn: string | null
  /** The calendar of the order's laboratory after the step, or of the laboratory of a deferred send; null for the default. */
  calendar: LabCalendar | null
  /** Organizations of individuals with a share. */
  sharedIds: string[]
  /** Whether a handler of `orderEventWritten` has something to do. */
  hasHandler: boolean
  /** The readers of the step's notice; null if it has none. */
  readers: Reader[] | null
}

/** A party of the order `o`, or an organization by its id. */
export type AskedOrganization = { party: 'clinic' | 'lab' } | { id: string | null }

/** A step for which facts are read. */
export type AskedStep = {
  orderId: string
  kind: TimelineKind
  /** The laboratory after the step. */
  lab: AskedOrganization
  /** The laboratory that may read the timeline entry. */
  eventLab: AskedOrganization
  /** The notified organization; undefined if none is. */
  reader: AskedOrganization | undefined
  /** The laboratory of the deferred send after the step; undefined if it stays. */
  waitingLabId: string | null | undefined
}

const idOf = (asked: AskedOrganization): RawBuilder<string | null> =>
  'id' in asked ? sql`${asked.id}::uuid` : sql.raw(`o.${asked.party}_id`)

/** Returns the statement that reads all facts of a step. It must run after the statement that locks the order. */
export function selectStepFacts(step: AskedStep): RawBuilder<StepFacts> {
  const { orderId, kind, lab, eventLab, reader, waitingLabId } = step
  const organizationIds = sql<string[]>`array[o.clinic_id, ${idOf(eventLab)}]`
  const readers =
    reader === undefined
      ? sql`null::json`
      : sql`(select coalesce(json_agg(r), '[]') from (${selectReaders(orderId, idOf(reader))}) r)`
  return sql<StepFacts>`
    select o.type, o.delivery_on as "deliveryOn",
      (select json_build_object('workingDays', k.working_days, 'holidays', k.holidays, 'usualDays', k.usual_days)
        from lab_calendar k where k.organization_id = coalesce(${idOf(lab)},
          ${waitingLabId === undefined ? sql`o.send_waiting_lab_id` : sql`${waitingLabId}::uuid`})) as calendar,
      array(select a.organization_id from order_share s join account a on a.id = s.account_id
        where s.order_id = o.id) as "sharedIds",
      ${orderEventCondition.of({ kind, organizationIds })} as "hasHandler", ${readers} as readers
    from orders o where o.id = ${orderId}`
}
