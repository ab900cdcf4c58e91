import { createECDH, randomBytes } from 'node:crypto'
import { businessTypes } from '@pontic/contract'
import { newId } from '../platform/db/ids.ts'
import { enqueueJob } from '../platform/jobs/enqueue-job.ts'
import {
  type AuditedCall,
  type AuditFixture,
  type AuditFixtures,
  accountRow,
  caseOf,
  orderRow,
  pwd,
  type Stage,
} from './audited-calls.ts'
import { insertOrder, insertPartnership } from './insert-rows.ts'
import { addOrganization, addPerson, as, type Person } from './people.ts'

type Action = Parameters<typeof orderRow>[0]

const partnerRow = (action: Action, other: Person, status?: { by: Person }) => ({
  action,
  object: ['partnership', other.organizationId] as const,
  whose: [other.organizationId],
  ...(status ? { actor: { accountId: status.by.accountId, organizationId: status.by.organizationId } } : {}),
})

/** Creates a clinic and a laboratory without a partnership. */
async function createPair({ app }: Stage) {
  return {
    clinic: await addOrganization(app, businessTypes.clinic),
    lab: await addOrganization(app, businessTypes.lab),
  }
}

const apply = ({ app }: Stage, by: Person, { organizationId }: Person) =>
  as(app, by).call('partners.apply', { body: { organizationId } })

/** Creates the fixture of a laboratory's answer to an application. */
const answer =
  (approve: boolean): AuditFixture =>
  async (stage) => {
    const { clinic, lab } = await createPair(stage)
    await apply(stage, clinic, lab)
    const body = { organizationId: clinic.organizationId, approve }
    const action = approve ? 'partners.approve' : 'partners.refuse'
    return { by: lab, input: { body }, rows: [partnerRow(action, clinic)] }
  }

/** Creates the fixture of a clinic that ends a partnership while it has a case in this status. */
const endWith =
  (status: 'pending' | 'scanned', action: Action): AuditFixture =>
  async (stage) => {
    const { app } = stage
    const { clinic, lab } = await createPair(stage)
    await insertPartnership(app, clinic, lab)
    const { id } = await insertOrder(app, { clinic, lab, status })
    if (status === 'scanned')
      await as(app, clinic).call('orders.send', { body: { id, labId: lab.organizationId } })
    const concerned = status === 'pending' ? [clinic, lab] : [clinic]
    return {
      by: clinic,
      input: { body: { organizationId: lab.organizationId } },
      rows: [orderRow(action, id, ...concerned), partnerRow('partners.remove', lab)],
    }
  }

/**
 * Fixtures of the calls about partners, patients, erasures, retention, delivery calendars, notifications, push subscriptions, the
 * audit log and events.
 */
export const partnerAuditFixtures: AuditFixtures<
  | 'partners'
  | 'patients'
  | 'erasures'
  | 'retention'
  | 'delivery'
  | 'notifications'
  | 'push'
  | 'audit'
  | 'events'
> = {
  'partners.apply': {
    'partners.apply': async (stage) => {
      const { clinic, lab } = await createPair(stage)
      const body = { organizationId: lab.organizationId }
      return { by: clinic, input: { body }, rows: [partnerRow('partners.apply', lab)] }
    },
    'partners.autoAccept': async (stage) => {
      const { clinic, lab } = await createPair(stage)
      await as(stage.app, lab).call('organizations.update', { body: { autoAcceptsPartners: true } })
      const body = { organizationId: lab.organizationId }
      return { by: clinic, input: { body }, rows: [partnerRow('partners.autoAccept', lab)] }
    },
    'partners.approve': async (stage) => {
      const { clinic, lab } = await createPair(stage)
      await apply(stage, lab, clinic)
      const body = { organizationId: lab.organizationId }
      return { by: clinic, input: { body }, rows: [partnerRow('partners.approve', lab)] }
    },
  },
  'partners.answer': { 'partners.approve': answer(true), 'partners.refuse': answer(false) },
  'partners.cancel': async (stage) => {
    const { clinic, lab } = await createPair(stage)
    await apply(stage, clinic, lab)
    const body = { organizationId: lab.organizationId }
    return { by: clinic, input: { body }, rows: [partnerRow('partners.cancel', lab)] }
  },
  'partners.remove': {
    'partners.remove': async (stage) => {
      const { clinic, lab } = await createPair(stage)
      await insertPartnership(stage.app, clinic, lab)
      const body = { organizationId: lab.organizationId }
      return { by: clinic, input: { body }, rows: [partnerRow('partners.remove', lab)] }
    },
    'orders.return': endWith('pending', 'orders.return'),
    'orders.sendFailed': endWith('scanned', 'orders.sendFailed'),
  },
  'partners.invite': async ({ people }) => ({
    by: people.alice,
    input: { body: { email: 'desk@newlab.example' } },
    rows: ({ data }) => [{ action: 'invitations.create', object: ['invitation', data.invitation.id] }],
  }),
  'patients.createExport': async (stage) => {
    const { alice } = stage.people
    const body = await patientOf(stage, 'Export Patient')
    const rows = [
      { action: 'patients.export', object: ['patient', ''], whose: [alice.organizationId] },
    ] as const
    return { by: alice, input: { body }, rows }
  },
  'patients.export': async (stage) => {
    const body = await patientOf(stage, 'Sent Patient')
    const made = await as(stage.app, stage.people.alice).call('patients.createExport', { body })
    return { by: undefined, input: { params: { ticket: made.body.data.path.split('/').at(-1) ?? '' } } }
  },
  'erasures.create': async (stage) => ({
    by: stage.people.alice,
    input: { body: await patientOf(stage, 'Erased Patient') },
    rows: ({ data }) => [{ action: 'erasures.create', object: ['erasure', data.id] }],
  }),
  'erasures.undo': async (stage) => {
    const { alice } = stage.people
    const body = await patientOf(stage, 'Kept Patient')
    const { id } = (await as(stage.app, alice).call('erasures.create', { body })).body.data
    return {
      by: alice,
      input: { body: { id } },
      rows: [{ action: 'erasures.undo', object: ['erasure', id] }],
    }
  },
  'retention.save': async ({ people: { alice } }) => ({
    by: alice,
    input: { body: { years: 12, implantYears: 30 } },
    rows: [{ action: 'retention.save', object: ['organization', alice.organizationId] }],
  }),
  'retention.savePlatform': async ({ people: { root } }) => ({
    by: root,
    input: { body: { years: 10, implantYears: 15 } },
    rows: [{ action: 'retention.savePlatform', object: ['platform', ''] }],
  }),
  'delivery.updateCalendar': async ({ people: { bob } }) => ({
    by: bob,
    input: {
      body: {
        workingDays: [1, 2, 3, 4],
        holidays: [],
        usualDays: { restoration: 5, orthodontics: 5, implant: 10, removable: 7 },
      },
    },
    rows: [
      {
        action: 'delivery.updateCalendar',
        object: ['organization', bob.organizationId],
        whose: [bob.organizationId],
      },
    ],
  }),
  'notifications.markRead': async ({ app, people }) => ({
    by: people.alice,
    input: { body: { until: app.clock.now().toISOString() } },
  }),
  'push.get': async ({ people }) => ({ by: people.alice }),
  'push.subscribe': async ({ people }) => ({ by: people.alice, input: { body: subscription() } }),
  'push.unsubscribe': async ({ app, people: { alice } }) => {
    await as(app, alice).call('push.subscribe', { body: subscription() })
    return { by: alice }
  },
  'audit.checkSeals': async ({ people: { root } }) => ({
    by: root,
    rows: [{ action: 'audit.checkSeals', object: ['audit', ''] }],
  }),
  'audit.createExport': async ({ people: { alice } }) => ({
    by: alice,
    input: { body: {} },
    rows: [{ action: 'audit.export', object: ['audit', ''] }],
  }),
  'audit.export': async ({ app, people: { alice } }) => {
    const made = await as(app, alice).call('audit.createExport', { body: {} })
    return { by: undefined, input: { params: { ticket: made.body.data.path.split('/').at(-1) ?? '' } } }
  },
  'events.stream': async ({ people: { alice } }) => ({
    by: alice,
    send: async (app) => {
      const aborting = new AbortController()
      const headers = { authorization: `Bearer ${alice.token}` }
      const { signal } = aborting
      const { status } = await fetch(`${app.url}/restful/events`, { headers, signal })
      aborting.abort()
      return { status, body: {} }
    },
  }),
}

async function patientOf(stage: Stage, name: string) {
  return { name, orderIds: [await caseOf(stage, { patientName: name })] }
}

function subscription() {
  const keys = createECDH('prime256v1')
  return {
    endpoint: 'https://push.example.com/one',
    publicKey: keys.generateKeys('base64url'),
    secret: randomBytes(16).toString('base64url'),
  }
}

/** Creates a failed job. @returns its id */
async function failedJob({ app }: Stage): Promise<string> {
  const mail = {
    messageId: newId(),
    to: 'bob@northlight.example',
    subject: 'x',
    text: 'x',
    html: 'x',
    links: [],
  }
  await app.services.database.transaction((tx) => enqueueJob(tx, 'mail.send', mail))
  const { rows } = await app.services.database.pool.query<{ id: string }>(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'refused'
     where id = (select max(id) from graphile_worker._private_jobs) returning id::text`,
  )
  return rows[0]?.id ?? ''
}

const onOrganization =
  (action: Action, prepare?: 'banOrganization' | 'deleteOrganization'): AuditFixture =>
  async ({ app, people: { root } }) => {
    const { organizationId: id } = await addOrganization(app, businessTypes.clinic)
    if (prepare) await as(app, root).call(`manage.${prepare}`, { params: { id } })
    return {
      by: root,
      input: { params: { id } },
      rows: [{ action, object: ['organization', id], whose: [id] }],
    }
  }

const userRow = (action: Action, user: Person, by: Person) => ({
  ...accountRow(action, user, by),
  whose: [user.organizationId],
})

const onUser =
  (action: Action, prepare?: 'banUser' | 'deleteUser'): AuditFixture =>
  async ({ app, people: { alice, root } }) => {
    const user = await addPerson(app, alice)
    const params = { id: user.accountId }
    if (prepare) await as(app, root).call(`manage.${prepare}`, { params })
    return { by: root, input: { params }, rows: [userRow(action, user, root)] }
  }

async function resetFactors({ app, people: { alice, root } }: Stage): Promise<AuditedCall> {
  const user = await addPerson(app, alice)
  return {
    by: root,
    input: { params: { id: user.accountId } },
    rows: [accountRow('twoFactor.reset', user, root), userRow('manage.resetUserTwoFactor', user, root)],
  }
}

/** Fixtures of the calls of the back office about organizations, users, cases and the installation. */
export const manageAuditFixtures: AuditFixtures<'manage' | 'health'> = {
  'health.retryJob': async (stage) => {
    const id = await failedJob(stage)
    const rows = [{ action: 'health.retryJob', object: ['job', id] }] as const
    return { by: stage.people.root, input: { params: { id } }, rows }
  },
  'health.dropJob': async (stage) => {
    const id = await failedJob(stage)
    const rows = [{ action: 'health.dropJob', object: ['job', id] }] as const
    return { by: stage.people.root, input: { params: { id } }, rows }
  },
  'manage.updateOrganization': async ({ app, people: { root } }) => {
    const { organizationId: id } = await addOrganization(app, businessTypes.lab)
    const rows = [{ action: 'manage.updateOrganization', object: ['organization', id], whose: [id] }] as const
    return { by: root, input: { body: { id, contactPerson: 'Lou' } }, rows }
  },
  'manage.banOrganization': onOrganization('manage.banOrganization'),
  'manage.unbanOrganization': onOrganization('manage.unbanOrganization', 'banOrganization'),
  'manage.deleteOrganization': onOrganization('manage.deleteOrganization'),
  'manage.restoreOrganization': onOrganization('manage.restoreOrganization', 'deleteOrganization'),
  'manage.createUser': async ({ people: { alice, root } }) => ({
    by: root,
    input: { body: { organizationId: alice.organizationId, name: 'Max', email: 'max@brookside.example' } },
    rows: ({ data }) => [
      { action: 'manage.createUser', object: ['account', data.id], whose: [alice.organizationId] },
    ],
  }),
  'manage.updateUser': async ({ app, people: { alice, root } }) => {
    const user = await addPerson(app, alice)
    const body = { id: user.accountId, name: 'Renamed', password: pwd }
    return { by: root, input: { body }, rows: [userRow('manage.updateUser', user, root)] }
  },
  'manage.banUser': onUser('manage.banUser'),
  'manage.unbanUser': onUser('manage.unbanUser', 'banUser'),
  'manage.mailUser': onUser('manage.mailUser'),
  'manage.resetUserTwoFactor': { 'manage.resetUserTwoFactor': resetFactors, 'twoFactor.reset': resetFactors },
  'manage.deleteUser': onUser('manage.deleteUser'),
  'manage.restoreUser': onUser('manage.restoreUser', 'deleteUser'),
  'manage.listOrders': async (stage) => {
    const { alice, bob, root } = stage.people
    const patientName = 'Listed Patient'
    await caseOf(stage, { status: 'pending', patientName })
    const rows = [orderRow('orders.list', '', alice, bob)]
    return { by: root, input: { body: { words: patientName } }, rows }
  },
  'manage.listDeletedOrders': async (stage) => {
    const { alice, root } = stage.people
    const id = await caseOf(stage)
    await as(stage.app, root).call('manage.deleteOrder', { params: { id } })
    return { by: root, input: { body: {} }, rows: [orderRow('manage.listDeletedOrders', '', alice)] }
  },
  'manage.deleteOrder': async (stage) => {
    const { alice, root } = stage.people
    const id = await caseOf(stage)
    return { by: root, input: { params: { id } }, rows: [orderRow('manage.deleteOrder', id, alice)] }
  },
  'manage.restoreOrder': async (stage) => {
    const { alice, root } = stage.people
    const id = await caseOf(stage)
    await as(stage.app, root).call('manage.deleteOrder', { params: { id } })
    return { by: root, input: { params: { id } }, rows: [orderRow('manage.restoreOrder', id, alice)] }
  },
  'manage.createExport': async ({ people: { root } }) => ({
    by: root,
    input: { body: { list: 'organizations', filter: {} } },
    rows: [{ action: 'manage.export', object: ['organizations', ''] }],
  }),
  'manage.export': async ({ app, people: { root } }) => {
    const body = { list: 'organizations', filter: {} }
    const made = await as(app, root).call('manage.createExport', { body })
    return { by: undefined, input: { params: { ticket: made.body.data.path.split('/').at(-1) ?? '' } } }
  },
}
