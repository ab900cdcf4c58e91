import {
  type ErrorKey,
  isAssignable,
  type Language,
  type RouteReply,
  type Routes,
  type Technician,
  toLanguage,
} from '@pontic/contract'
import { translate } from '@pontic/messages'
import { notifyAccounts } from '../../people/notifications/notifications.service.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { sendNoticeSms } from '../../platform/sms/send-sms.ts'
import {
  type AssignedOrder,
  listActiveMembers,
  lockActiveMember,
  lockOrdersOfLab,
  updateTechnician,
} from './technicians.queries.ts'

/** Returns the members of the caller's laboratory who can be assigned to orders, by name. */
export async function listTechnicians({ tx, scope }: Call<'tx' | 'scope'>): Promise<{ list: Technician[] }> {
  return { list: await listActiveMembers(tx, scope.organization.id) }
}

type Input = { ids: string[]; technicianId: string | null; language: Language }

/**
 * Assigns a technician to orders of the caller's laboratory, or ends their assignments (rules §16). An order that cannot be
 * assigned does not stop the others. Nothing that the clinic sees changes. The technician gets a bell notification for each order,
 * and one mail and SMS by their settings; nobody is notified of their own action.
 * @throws member.not_found if the technician is no active member of the laboratory
 */
export async function assignTechnician(
  call: Call<'tx' | 'scope' | 'services'>,
  { ids, technicianId, language }: Input,
): Promise<RouteReply<Routes['orders.assign']>> {
  const { tx, scope } = call
  const labId = scope.organization.id
  if (technicianId !== null && (await lockActiveMember(tx, labId, technicianId)) === undefined)
    fail('member.not_found')
  const found = new Map((await lockOrdersOfLab(tx, labId, ids)).map((order) => [order.id, order]))
  const changed = [...found.values()].filter(
    (order) => isAssignable(order.status) && order.technicianId !== technicianId,
  )
  if (changed.length > 0) {
    const by = {
      accountId: scope.account.id,
      accountName: scope.account.name,
      labId,
      labName: scope.organization.name,
    }
    await updateTechnician(
      tx,
      by,
      changed.map(({ id }) => id),
      technicianId,
    )
    await recordAssignments(call, changed, technicianId)
    if (technicianId !== null && technicianId !== scope.account.id)
      await notifyTechnician(call, changed, technicianId)
  }
  const messageOf = (key: ErrorKey) => translate(language, `errors.${key}`)
  return {
    list: ids.map((id) => {
      const order = found.get(id)
      if (order === undefined) return { id, message: messageOf('order.not_found') }
      return { id, message: isAssignable(order.status) ? null : messageOf('order.wrong_status') }
    }),
  }
}

/** Records the audit and notifies open pages of the laboratory. The clinic gets neither. */
async function recordAssignments(
  { tx, scope }: Call<'tx' | 'scope'>,
  orders: readonly AssignedOrder[],
  technicianId: string | null,
): Promise<void> {
  const labId = scope.organization.id
  for (const order of orders) {
    await recordAudit(tx, scope, {
      objectType: 'order',
      objectId: order.id,
      subjectOrganizationIds: [labId],
      before: { technicianId: order.technicianId },
      after: { technicianId },
    })
    await notifyChange(tx, { feature: 'orders', id: order.id, organizationIds: [labId] })
  }
}

async function notifyTechnician(
  call: Call<'tx' | 'scope' | 'services'>,
  orders: readonly AssignedOrder[],
  technicianId: string,
): Promise<void> {
  const { tx, scope, services } = call
  for (const { id, clinicId } of orders) {
    const content = { kind: 'order_assigned', orderId: id, organizationId: clinicId } as const
    await notifyAccounts(call, [technicianId], content)
  }
  const reader = await lockActiveMember(tx, scope.organization.id, technicianId)
  const [first] = orders
  if (reader === undefined || first === undefined) return
  const message = {
    language: toLanguage(reader.language),
    template: 'order_assigned',
    params: { number: first.number, count: orders.length },
    link: orders.length === 1 ? `/order/detail/${first.id}` : '/order/list?technician=me',
  } as const
  if (reader.wantsMail)
    await sendMail(tx, services, {
      ...message,
      to: reader.email,
      name: reader.name,
      canBeSwitchedOff: true,
    })
  if (services.smsSender && reader.telephone !== null)
    await sendNoticeSms(tx, services, { ...message, to: reader.telephone })
}
