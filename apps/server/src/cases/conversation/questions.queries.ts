import type { Party, Question, QuestionReason, QuestionState } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type QuestionRow, questionQuery, toQuestion } from './questions.shared.ts'

/** Returns the open question of an order; undefined if there is none. */
export async function findOpenQuestion(db: Db | Tx, orderId: string): Promise<Question | undefined> {
  const rows = await readQuestions(db, sql`q.order_id = ${orderId} and q.state = 'open'`)
  return rows[0] && toQuestion(rows[0])
}

/** Returns a question by its id. The caller checks whether its order is visible. */
export async function findQuestion(db: Db | Tx, id: string): Promise<QuestionRow | undefined> {
  const rows = await readQuestions(db, sql`q.id = ${id}`)
  return rows[0]
}

/** Returns questions in a map by id; unknown ids are missing. */
export async function listQuestions(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Question>> {
  if (ids.length === 0) return new Map()
  const rows = await readQuestions(db, sql`q.id = any(${[...ids]}::uuid[])`)
  return new Map(rows.map((row) => [row.id, toQuestion(row)]))
}

async function readQuestions(db: Db | Tx, which: RawBuilder<unknown>): Promise<QuestionRow[]> {
  const { rows } = await questionQuery(which).execute(db)
  return rows
}

/** Inserts an open question. Its text is stored as a message. */
export async function createQuestion(
  tx: Tx,
  question: { id: string; orderId: string; labId: string; askedBy: Party; reason: QuestionReason; at: Date },
): Promise<void> {
  await tx
    .insertInto('order_question')
    .values({
      id: question.id,
      order_id: question.orderId,
      lab_id: question.labId,
      asked_by: question.askedBy,
      reason: question.reason,
      asked_at: question.at,
    })
    .execute()
}

/** Closes an open question. `moved` is the new delivery day and the number of working days by which it has moved. */
export async function closeQuestion(
  tx: Tx,
  id: string,
  end: { state: Exclude<QuestionState, 'open'>; at: Date; moved?: { days: number; deliveryOn: string } },
): Promise<void> {
  await tx
    .updateTable('order_question')
    .set({
      state: end.state,
      ended_at: end.at,
      days_moved: end.moved?.days ?? null,
      delivery_on: end.moved?.deliveryOn ?? null,
    })
    .where('id', '=', id)
    .execute()
}
