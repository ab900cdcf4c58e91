import type { Question } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { isoOfJsonTime, rowAsJson } from '../../platform/db/json-rows.ts'

/** A question with the ids of its order and laboratory. */
export type QuestionRow = Question & { orderId: string; labId: string }

/** Builds the query for questions `q`. */
export const questionQuery = (which: RawBuilder<unknown>): RawBuilder<QuestionRow> => sql<QuestionRow>`
  select q.id, q.order_id as "orderId", q.lab_id as "labId", q.reason, q.state, q.asked_by as "askedBy",
    a.name as by, g.name as "organizationName", q.asked_at as "askedAt", m.body as text, q.ended_at as "endedAt",
    q.days_moved as "daysMoved", q.delivery_on as "deliveryOn"
  from order_question q
  join order_message m on m.question_id = q.id and m.kind = 'question'
  join account a on a.id = m.account_id join organization g on g.id = a.organization_id
  where ${which}`

/** Maps a question to its DTO. */
export function toQuestion({ orderId: _, labId: __, ...question }: QuestionRow): Question {
  return question
}

/** SQL of the open question of a row `o` of an order, as JSON for `toOpenQuestion`. */
export const openQuestionJson = sql`case when o.question_open_since is not null
  then ${rowAsJson(questionQuery(sql`q.order_id = o.id and q.state = 'open'`))} end`

/** Maps the JSON of `openQuestionJson` to its DTO; null if no question is open. */
export function toOpenQuestion(row: QuestionRow | null): Question | null {
  if (row === null) return null
  return toQuestion({
    ...row,
    askedAt: isoOfJsonTime(row.askedAt),
    endedAt: row.endedAt && isoOfJsonTime(row.endedAt),
  })
}
