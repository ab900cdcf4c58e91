import { businessTypes } from '@pontic/contract'
import type { Tx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { DemoCase } from './demo-cases.ts'
import type { DemoIds } from './demo-people.ts'
import { demoOrganizations, demoPeople } from './demo-people.ts'

const hourMs = 3_600_000

type CaseContext = { orderId: string; labId: string; ids: DemoIds; now: Date }

/** Inserts the messages of a demo case, and its open question. Does nothing for a case without a laboratory. */
export async function insertDemoConversation(
  tx: Tx,
  orderId: string,
  one: DemoCase,
  ids: DemoIds,
  now: Date,
): Promise<void> {
  if (one.lab === null) return
  const context = { orderId, labId: ids.organizations[one.lab], ids, now }
  for (const message of one.talk ?? []) await insertMessage(tx, context, message, null)
  if (one.question) await insertQuestion(tx, context, one, one.question)
}

type DemoMessage = NonNullable<DemoCase['talk']>[number]

const partyOf = (who: DemoMessage['by']) =>
  demoOrganizations[demoPeople[who].organization].businessType === businessTypes.clinic ? 'clinic' : 'lab'

const atOf = ({ now }: CaseContext, hoursAgo: number) => new Date(now.getTime() - hoursAgo * hourMs)

async function insertMessage(
  tx: Tx,
  context: CaseContext,
  message: DemoMessage,
  questionId: string | null,
): Promise<void> {
  await tx
    .insertInto('order_message')
    .values({
      id: newId(),
      order_id: context.orderId,
      lab_id: context.labId,
      at: atOf(context, message.hoursAgo),
      kind: questionId === null ? 'message' : 'question',
      question_id: questionId,
      party: partyOf(message.by),
      account_id: context.ids.people[message.by],
      body: message.text,
    })
    .execute()
}

async function insertQuestion(
  tx: Tx,
  context: CaseContext,
  one: DemoCase,
  question: NonNullable<DemoCase['question']>,
): Promise<void> {
  const { orderId, labId, ids } = context
  const { by, reason, hoursAgo, text } = question
  const { organization, name } = demoPeople[by]
  const id = newId()
  const at = atOf(context, hoursAgo)
  const asked_by = partyOf(by)
  const row = { id, order_id: orderId, lab_id: labId, asked_by, reason, asked_at: at } as const
  await tx.insertInto('order_question').values(row).execute()
  await insertMessage(tx, context, { by, hoursAgo, text }, id)
  await tx
    .updateTable('orders')
    .set({
      question_open_since: at,
      question_waits_for: asked_by === 'lab' ? 'clinic' : 'lab',
      updated_at: at,
    })
    .where('id', '=', orderId)
    .execute()
  await tx
    .insertInto('order_event')
    .values({
      id: newId(),
      order_id: orderId,
      at,
      kind: 'question',
      from_status: one.status,
      to_status: one.status,
      account_id: ids.people[by],
      account_name: name,
      organization_id: ids.organizations[organization],
      organization_name: demoOrganizations[organization].name,
      note: text,
      reason,
      lab_id: labId,
    })
    .execute()
}
