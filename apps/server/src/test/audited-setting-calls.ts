import {
  type AuditFixture,
  type AuditFixtures,
  accountRow,
  caseOf,
  type ExpectedRow,
  type Stage,
} from './audited-calls.ts'
import { addPerson, as, type Person } from './people.ts'
import { insertOperator, insertWorkOrder, seededType } from './workorders.ts'

type Action = ExpectedRow['action']

let lastNumber = 0
const pushSetting = () => ({
  name: `Server ${++lastNumber}`,
  kind: 'sftp',
  address: 'sftp://files.example.com:2222',
  folder: 'cases',
  userName: 'lab',
  hostFingerprint: `SHA256:${'A'.repeat(43)}`,
  password: 'a word nobody may read',
  events: ['send'],
  format: 'pontic',
})
const pullSetting = ({ people }: Stage) => {
  const { events: _, ...place } = pushSetting()
  return { ...place, clinicId: people.alice.organizationId }
}
const createPush = async ({ app, people }: Stage) =>
  (await as(app, people.root).call('pushSettings.create', { body: pushSetting() })).body.data.id
const createPull = async (stage: Stage) =>
  (await as(stage.app, stage.people.root).call('pullSettings.create', { body: pullSetting(stage) })).body.data
    .id

const pushRow = (action: Action, id: string, ...whose: Person[]): ExpectedRow => ({
  action,
  object: ['push_setting', id],
  whose: whose.map(({ organizationId }) => organizationId),
})
const pullRow = (action: Action, id: string, ...whose: Person[]): ExpectedRow => ({
  ...pushRow(action, id, ...whose),
  object: ['pull_setting', id],
})

const onPush =
  (action: Action, more?: object): AuditFixture =>
  async (stage) => {
    const id = await createPush(stage)
    const { root } = stage.people
    const input = more === undefined ? { params: { id } } : { body: { id, ...more } }
    return { by: root, input, rows: [pushRow(action, id)] }
  }

const onPull =
  (action: Action, more?: object): AuditFixture =>
  async (stage) => {
    const id = await createPull(stage)
    const { alice, root } = stage.people
    const input = more === undefined ? { params: { id } } : { body: { id, ...more } }
    return { by: root, input, rows: [pullRow(action, id, alice)] }
  }

/** Creates a waiting delivery by sending a case of an organization with a push setting. */
async function createDelivery(stage: Stage): Promise<string> {
  const { app, people } = stage
  const { alice, bob, root } = people
  const id = await createPush(stage)
  const organizationIds = [alice.organizationId]
  await as(app, root).call('pushSettings.assign', { body: { id, organizationIds } })
  const body = { id: await caseOf(stage), labId: bob.organizationId }
  await as(app, alice).call('orders.send', { body })
  const delivery = await app.services.database.db
    .selectFrom('push_delivery')
    .select('id')
    .where('setting_id', '=', id)
    .executeTakeFirstOrThrow()
  return delivery.id
}

const onDelivery =
  (action: Action): AuditFixture =>
  async (stage) => {
    const id = await createDelivery(stage)
    const rows: ExpectedRow[] = [{ action, object: ['push_delivery', id] }]
    return { by: stage.people.root, input: { body: { ids: [id] } }, rows }
  }

/** Fixtures of the calls about push and pull settings. */
export const transferAuditFixtures: AuditFixtures<'pushSettings' | 'pullSettings'> = {
  'pushSettings.create': async ({ people }) => ({
    by: people.root,
    input: { body: pushSetting() },
    rows: ({ data }) => [pushRow('pushSettings.create', data.id)],
  }),
  'pushSettings.update': onPush('pushSettings.update', { isEnabled: false }),
  'pushSettings.delete': onPush('pushSettings.delete'),
  'pushSettings.restore': async (stage) => {
    const id = await createPush(stage)
    const { root } = stage.people
    await as(stage.app, root).call('pushSettings.delete', { params: { id } })
    return { by: root, input: { params: { id } }, rows: [pushRow('pushSettings.restore', id)] }
  },
  'pushSettings.assign': async (stage) => {
    const id = await createPush(stage)
    const { bob, root } = stage.people
    const body = { id, organizationIds: [bob.organizationId] }
    return { by: root, input: { body }, rows: [pushRow('pushSettings.assign', id, bob)] }
  },
  'pushSettings.test': onPush('pushSettings.test'),
  'pushSettings.replay': onDelivery('pushSettings.replayDelivery'),
  'pushSettings.drop': onDelivery('pushSettings.dropDelivery'),
  'pullSettings.create': async (stage) => ({
    by: stage.people.root,
    input: { body: pullSetting(stage) },
    rows: ({ data }) => [pullRow('pullSettings.create', data.id, stage.people.alice)],
  }),
  'pullSettings.update': onPull('pullSettings.update', { isEnabled: false }),
  'pullSettings.delete': onPull('pullSettings.delete'),
  'pullSettings.restore': async (stage) => {
    const id = await createPull(stage)
    const { alice, root } = stage.people
    await as(stage.app, root).call('pullSettings.delete', { params: { id } })
    return { by: root, input: { params: { id } }, rows: [pullRow('pullSettings.restore', id, alice)] }
  },
  'pullSettings.assign': async (stage) => {
    const id = await createPull(stage)
    const { alice, erin, root } = stage.people
    const body = { id, clinicId: erin.organizationId }
    return { by: root, input: { body }, rows: [pullRow('pullSettings.assign', id, alice, erin)] }
  },
  'pullSettings.run': onPull('pullSettings.run', {}),
}

const requestRow = (action: Action, id: string, by: Person): ExpectedRow => ({
  action,
  object: ['work_order', id],
  whose: [by.organizationId],
})

/** Creates the fixture of an action on a support request by its submitter or its operator. */
const handle =
  (who: 'amy' | 'olga', status: 'assigned' | 'processed', action: string): AuditFixture =>
  async ({ app, people }) => {
    const { amy, olga } = people
    await insertOperator(app, olga)
    const { id } = await insertWorkOrder(app, { by: amy, operator: olga, status })
    const row = requestRow(`workorders.${action}` as Action, id, amy)
    return { by: people[who], input: { body: { id, action } }, rows: [row] }
  }

async function createType({ app, people }: Stage): Promise<string> {
  const body = { name: `Type ${++lastNumber}` }
  return (await as(app, people.root).call('worktypes.create', { body })).body.data.id
}

const typeRow = (action: Action, id: string): ExpectedRow => ({ action, object: ['work_order_type', id] })

/** Fixtures of the calls about support requests, their types and operators. */
export const workOrderAuditFixtures: AuditFixtures<'workorders' | 'worktypes' | 'operators'> = {
  'workorders.list': async ({ app, people: { amy, root } }) => {
    const { number } = await insertWorkOrder(app, { by: amy })
    return { by: root, input: { body: { words: number } }, rows: [requestRow('workorders.list', '', amy)] }
  },
  'workorders.create': async ({ app, people: { amy } }) => ({
    by: amy,
    input: {
      body: {
        typeId: await seededType(app),
        priority: 'normal',
        title: 'Uploads stop',
        content: 'At the end.',
      },
    },
    rows: ({ data }) => [requestRow('workorders.submit', data.id, amy)],
  }),
  'workorders.get': async ({ app, people: { amy, root } }) => {
    const { id } = await insertWorkOrder(app, { by: amy })
    return { by: root, input: { params: { id } }, rows: [requestRow('workorders.get', id, amy)] }
  },
  'workorders.reply': async ({ app, people: { amy } }) => {
    const { id } = await insertWorkOrder(app, { by: amy })
    const body = { id, text: 'It works again.' }
    return { by: amy, input: { body }, rows: [requestRow('workorders.reply', id, amy)] }
  },
  'workorders.handle': {
    'workorders.close': handle('amy', 'assigned', 'close'),
    'workorders.processed': handle('olga', 'assigned', 'processed'),
    'workorders.resolved': handle('amy', 'processed', 'resolved'),
    'workorders.unresolved': handle('amy', 'processed', 'unresolved'),
  },
  'workorders.assign': async ({ app, people: { amy, olga, root } }) => {
    await insertOperator(app, olga)
    const { id } = await insertWorkOrder(app, { by: amy })
    const body = { id, operatorId: olga.accountId }
    return { by: root, input: { body }, rows: [requestRow('workorders.assign', id, amy)] }
  },
  'workorders.markRead': async ({ app, people: { amy } }) => {
    const { id } = await insertWorkOrder(app, { by: amy })
    await as(app, amy).call('workorders.reply', { body: { id, text: 'Hello.' } })
    const { records } = (await as(app, amy).call('workorders.get', { params: { id } })).body.data
    return { by: amy, input: { body: { id, recordId: records.at(-1)?.id } } }
  },
  'worktypes.create': async ({ people }) => ({
    by: people.root,
    input: { body: { name: 'Billing' } },
    rows: ({ data }) => [typeRow('worktypes.create', data.id)],
  }),
  'worktypes.update': async (stage) => {
    const id = await createType(stage)
    const body = { id, name: 'Renamed type' }
    return { by: stage.people.root, input: { body }, rows: [typeRow('worktypes.update', id)] }
  },
  'worktypes.delete': async (stage) => {
    const id = await createType(stage)
    return { by: stage.people.root, input: { params: { id } }, rows: [typeRow('worktypes.delete', id)] }
  },
  'operators.create': async ({ app, people: { root } }) => {
    const user = await addPerson(app, root)
    const rows = [accountRow('operators.create', user, root)]
    return { by: root, input: { params: { id: user.accountId } }, rows }
  },
  'operators.delete': {
    'operators.delete': async ({ app, people: { root } }) => {
      const user = await addPerson(app, root)
      await insertOperator(app, user)
      const rows = [accountRow('operators.delete', user, root)]
      return { by: root, input: { params: { id: user.accountId } }, rows }
    },
    'workorders.release': async ({ app, people: { amy, root } }) => {
      const user = await addPerson(app, root)
      await insertOperator(app, user)
      const { id } = await insertWorkOrder(app, { by: amy, operator: user, status: 'assigned' })
      return {
        by: root,
        input: { params: { id: user.accountId } },
        rows: [requestRow('workorders.release', id, amy), accountRow('operators.delete', user, root)],
      }
    },
  },
}
