import { businessTypes } from '@pontic/contract'
import type { Tx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { DemoCase } from './demo-cases.ts'
import type { DemoIds } from './demo-people.ts'
import { demoOrganizations, demoPeople } from './demo-people.ts'

const hourMs = 3_600_000

type Place = { orderId: string; labId: string; ids: DemoIds; now: Date }

/** Inserts the messages of a demo case, and its open question. Does nothing for a case without a laboratory. */
export async function insertDemoConversation(
  tx: Tx,
  orderId: string,
  one: DemoCase,
  ids: DemoIds,
  now: Date,
): Promise<void> {
  if (one.lab === null) return
  const place = { orderId, labId: ids.organizations[one.lab], ids, now }
  for (const said of one.talk ?? []) await insertMessage(tx, place, said, null)
  if (one.question) await insertQuestion(tx, place, one, one.question)
}

type DemoMessage = NonNullable<DemoCase['talk']>[number]

const partyOf = (who: DemoMessage['by']) =>
  demoOrganizations[demoPeople[who].organization].businessType === businessTypes.clinic ? 'clinic' : 'lab'

const atOf = ({ now }: Place, hoursAgo: number) => new Date(now.getTime() - hoursAgo * hourMs)

async function insertMessage(
  tx: Tx,
  place: Place,
  said: DemoMessage,
  questionId: string | null,
): Promise<void> {
  await tx
    .insertInto('order_message')
    .values({
      id: newId(),
      order_id: place.orderId,
      lab_id: place.labId,
      at: atOf(place, said.hoursAgo),
      kind: questionId === null ? 'message' : 'question',
      question_id: questionId,
      party: partyOf(said.by),
      account_id: place.ids.people[said.by],
      body: said.text,
    })
    .execute()
}

async function insertQuestion(
  tx: Tx,
  place: Place,
  one: DemoCase,
  question: NonNullable<DemoCase['question']>,
): Promise<void> {
  const { orderId, labId, ids } = place
  const { by, reason, hoursAgo, text } = question
  const { organization, name } = demoPeople[by]
  const id = newId()
  const at = atOf(place, hoursAgo)
  const asked_by = partyOf(by)
  const row = { id, order_id: orderId, lab_id: labId, asked_by, reason, asked_at: at } as const
  await tx.insertInto('order_question').values(row).execute()
  await insertMessage(tx, place, { by, hoursAgo, text }, id)
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
