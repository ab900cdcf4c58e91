import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { insertOperator, insertWorkOrder } from '../../test/workorders.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

const root = (headers = {}) => as(app, people.root, headers)

describe('types', () => {
  it('the platform creates types, renames them, assigns them to an operator and deletes them', async () => {
    const { olga, amy } = people
    await insertOperator(app, olga)
    const made = await root().call('worktypes.create', { body: { name: 'Billing' } })
    expect(made.body.data).toMatchObject({ code: null, name: 'Billing', operatorId: null, open: 0 })
    const { id } = made.body.data
    const again = await root().call('worktypes.create', { body: { name: 'BILLING' } })
    expect([again.status, again.body.error]).toEqual([409, 'workorder.type_name_taken'])
    const changed = await root().call('worktypes.update', {
      body: { id, name: 'Billing and quota', operatorId: olga.accountId },
    })
    expect(changed.body.data).toMatchObject({ name: 'Billing and quota', operatorName: 'Olga' })
    const { id: open } = await insertWorkOrder(app, { by: amy, typeId: id })
    const found = (await root().call('worktypes.list', { query: { words: 'quota' } })).body.data
    expect(found.list).toMatchObject([{ id, open: 1 }])
    const nobody = await root().call('worktypes.update', { body: { id, operatorId: amy.accountId } })
    expect(nobody.body.error).toBe('workorder.operator_not_found')
    expect((await root().call('worktypes.delete', { params: { id } })).status).toBe(200)
    expect((await root().call('worktypes.delete', { params: { id } })).body.error).toBe(
      'workorder.type_not_found',
    )
    const { list } = (await as(app, amy).call('workorders.listTypes')).body.data
    expect(list.map((type) => type.name)).not.toContain('Billing and quota')
    const { workOrder } = (await as(app, amy).call('workorders.get', { params: { id: open } })).body.data
    expect(workOrder.type.name).toBe('Billing and quota')
    const audited = await app.services.database.db
      .selectFrom('audit')
      .select('action')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
    expect(audited.map(({ action }) => action)).toEqual(
      ['create', 'update', 'delete'].map((verb) => `worktypes.${verb}`),
    )
  })

  it('built-in types are found by their translated names, and lose their code when they are renamed', async () => {
    const names = async (words: string, language: string) =>
      (
        await root({ 'accept-language': language }).call('worktypes.list', { query: { words } })
      ).body.data.list.map(({ code }) => code)
    expect(await names('系统', 'zh-CN')).toEqual(['system_issue'])
    expect(await names('system', 'en-US')).toEqual(['system_issue'])
    const all = (await root().call('worktypes.list', { query: {} })).body.data.list
    const test = all.find(({ code }) => code === 'test_type')!
    const kept = await root().call('worktypes.update', { body: { id: test.id, name: test.name } })
    expect(kept.body.data.code).toBe('test_type')
    const renamed = await root().call('worktypes.update', { body: { id: test.id, name: 'Training' } })
    expect(renamed.body.data).toMatchObject({ code: null, name: 'Training' })
  })

  it('types are paged by cursor and sorted by name', async () => {
    const first = (await root().call('worktypes.list', { query: { pageSize: '2' } })).body.data
    const query = { pageSize: '2', cursor: first.cursor ?? '' }
    const second = (await root().call('worktypes.list', { query })).body.data
    const all = (await root().call('worktypes.list', { query: {} })).body.data
    expect([...first.list, ...second.list]).toEqual(all.list.slice(0, 4))
    const names = all.list.map(({ name }) => name.toLowerCase())
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
    expect(first.total).toBe(all.list.length)
    const wrong = await root().call('worktypes.list', { query: { page: '0' } })
    expect(wrong.body.fields).toHaveProperty('page')
  })
})

describe('operators', () => {
  it('operators are users of the platform, and are listed with their types and open requests', async () => {
    const { olga, alice, amy } = people
    const made = await root().call('operators.create', { params: { id: olga.accountId } })
    expect(made.body.data).toMatchObject({ name: 'Olga', isAdministrator: false, isEnabled: true, open: 0 })
    const refused = await root().call('operators.create', { params: { id: alice.accountId } })
    expect([refused.status, refused.body.error]).toEqual([404, 'workorder.operator_not_found'])
    await insertWorkOrder(app, { by: amy, operator: olga, status: 'assigned' })
    await insertWorkOrder(app, { by: amy, operator: olga, status: 'closed' })
    const type = (
      await root().call('worktypes.create', { body: { name: 'Hers', operatorId: olga.accountId } })
    ).body.data
    const { list } = (await root().call('operators.list', { query: { words: 'OLGA pontic' } })).body.data
    expect(list).toMatchObject([
      { id: olga.accountId, open: 1, types: [{ id: type.id, code: null, name: 'Hers' }] },
    ])
    const options = (await root().call('operators.listOptions')).body.data
    expect(options.list).toEqual([{ id: olga.accountId, name: 'Olga' }])
  })

  it('a removed operator loses their types, and their open requests return to Submitted', async () => {
    const { olga, amy } = people
    await insertOperator(app, olga)
    const made = await Promise.all(
      (['assigned', 'in_progress', 'processed', 'resolved'] as const).map((status) =>
        insertWorkOrder(app, { by: amy, operator: olga, status }),
      ),
    )
    const before = (await root().call('operators.list', { query: { words: 'olga' } })).body.data.list[0]!
    const ended = await root().call('operators.delete', { params: { id: olga.accountId } })
    expect(ended.body.data).toEqual({ returned: before.open })
    const read = async (id: string) =>
      (await as(app, amy).call('workorders.get', { params: { id } })).body.data
    for (const { id } of made.slice(0, 3)) {
      const { workOrder, records } = await read(id)
      expect([workOrder.status, workOrder.operatorName]).toEqual(['submitted', null])
      expect(records.at(-1)).toMatchObject({ kind: 'release', by: 'Root', side: 'platform' })
    }
    expect((await read(made[3]!.id)).workOrder).toMatchObject({ status: 'resolved', operatorName: 'Olga' })
    const { list: types } = (await root().call('worktypes.list', { query: {} })).body.data
    expect(types.every(({ operatorId }) => operatorId !== olga.accountId)).toBe(true)
    const again = await root().call('operators.delete', { params: { id: olga.accountId } })
    expect(again.body.error).toBe('workorder.operator_not_found')
  })

  it('the job workorders.settle removes operators with closed accounts, and their open requests return to Submitted', async () => {
    const { olga, amy } = people
    await insertOperator(app, olga)
    const { id } = await insertWorkOrder(app, { by: amy, operator: olga, status: 'in_progress' })
    const { database } = app.services
    const close = (deleted_at: Date | null) =>
      database.db.updateTable('account').set({ deleted_at }).where('id', '=', olga.accountId).execute()
    await close(app.clock.now())
    await database.transaction((tx) => enqueueJob(tx, 'workorders.settle', {}))
    await app.runJobs()
    const { workOrder, records } = (await as(app, amy).call('workorders.get', { params: { id } })).body.data
    expect([workOrder.status, records.at(-1)?.kind, records.at(-1)?.by]).toEqual([
      'submitted',
      'release',
      null,
    ])
    await close(null)
    expect((await root().call('operators.listOptions')).body.data.list).toEqual([])
  })
})
