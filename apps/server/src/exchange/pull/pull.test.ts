import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewPullSetting, OrderDetail, PullItem } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { writeZip } from '../../test/zip-bombs.ts'

const orders = join(import.meta.dirname, '../../../../../demo/orders')
const scans = join(import.meta.dirname, '../../../../../demo/scans')
const scan = readFileSync(join(scans, 'retention-rig-top-attachment.stl'))

let app: TestApp
let people: People
let root: string
let turn = 0
let folder: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'pontic-inbox-'))
  app = await startTestApp({ PONTIC_TRANSFER_FOLDER: root })
  people = await createPeople(app)
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})
beforeEach(() => {
  turn += 1
  folder = `inbox${turn}`
  mkdirSync(join(root, folder))
})

const pathOf = (...parts: string[]) => join(root, folder, ...parts)

function put(path: string, bytes: Buffer | string): void {
  mkdirSync(join(pathOf(path), '..'), { recursive: true })
  writeFileSync(pathOf(path), bytes)
}

async function createSetting(change: Partial<NewPullSetting> = {}): Promise<string> {
  const body = {
    name: `Scanner share ${turn}`,
    clinicId: people.alice.organizationId,
    kind: 'folder' as const,
    folder,
    ...change,
  }
  const { body: answer } = await as(app, people.root).call('pullSettings.create', { body })
  expect(answer.error).toBeUndefined()
  return answer.data.id
}

/** Polls a setting once. */
async function poll(id: string): Promise<void> {
  const { status } = await as(app, people.root).call('pullSettings.run', { body: { id } })
  expect(status).toBe(200)
  await app.runJobs()
}

/** Polls twice, three minutes apart, so that complete candidates are imported. */
async function pull(id: string): Promise<void> {
  await poll(id)
  app.clock.advance({ minutes: 3 })
  await poll(id)
}

async function listItems(id: string): Promise<PullItem[]> {
  const { body } = await as(app, people.root).call('pullSettings.listItems', { body: { settingId: id } })
  return body.data.list
}

async function readCase(item: PullItem | undefined): Promise<OrderDetail> {
  expect(item).toMatchObject({ state: 'taken', reason: null })
  const { body } = await as(app, people.alice).call('orders.get', { params: { id: item?.orderId ?? '' } })
  expect(body.error).toBeUndefined()
  return body.data
}

const countCases = async () => {
  const { body } = await as(app, people.alice).call('orders.list', { body: {} })
  return body.data.total
}

test('an iTero export becomes an orthodontic case with its scans', async () => {
  put('10000001/itero_export_#10000001_v30.xml', readFileSync(join(orders, 'itero_export_10000001_v30.xml')))
  put('10000001/10000001_shell_occlusion_u.stl', scan)
  put('10000001/10000001_shell_occlusion_l.stl', scan)
  const id = await createSetting()
  await poll(id)
  expect(await listItems(id)).toMatchObject([{ state: 'waiting', reason: 'changing', system: 'itero' }])
  app.clock.advance({ minutes: 3 })
  await poll(id)
  const [item] = await listItems(id)
  const { order, prescription, files, timeline } = await readCase(item)
  expect(order).toMatchObject({
    type: 1,
    status: 'uploaded',
    patientName: 'Patient, Test',
    doctor: 'Dr. Alex Example',
    scanDate: '2024-03-08',
    deliveryOn: '2024-03-15',
    softwareVersion: '1.12.0.990',
  })
  expect(order.otherRequirements).toContain('CaseTypeName: Invisalign + iRecord')
  expect(order.otherRequirements).toContain('gallery_#10000001.jpg')
  expect(prescription).toMatchObject({ type: 1, appliance: 'aligners', arch: null })
  expect(files.map(({ name, role, kind, state }) => [name, role, kind, state])).toEqual([
    ['itero_export_#10000001_v30.xml', 'document', 'xml', 'verified'],
    ['10000001_shell_occlusion_l.stl', 'lower', 'stl', 'verified'],
    ['10000001_shell_occlusion_u.stl', 'upper', 'stl', 'verified'],
  ])
  expect(timeline.map(({ kind, by }) => [kind, by])).toEqual([
    ['register', `Scanner share ${turn}`],
    ['finishUpload', `Scanner share ${turn}`],
  ])
})

test('a RAYTEAMS case becomes a restoration with its selected connectors, and values without a code become text', async () => {
  put('case-b.json', readFileSync(join(orders, 'rayteams-prosthesis-case-b.json')))
  const id = await createSetting()
  await pull(id)
  const [item] = await listItems(id)
  const { order, prescription, morePrescriptions } = await readCase(item)
  expect(order).toMatchObject({ type: 0, status: 'uploaded', patientName: 'case-b' })
  if (prescription?.type !== 0) throw new Error('It should be a restoration.')
  expect(
    prescription.items.map(({ tooth, work, material, shade }) => [tooth, work, material, shade.body]),
  ).toEqual([
    ['15', 'pontic', 'pmma', '1M1'],
    ['14', 'pontic', 'pmma', '1M1'],
    ['24', 'onlay', 'zirconia', 'A1'],
    ['25', 'onlay', 'zirconia', 'A1'],
    ['47', 'telescope', null, null],
  ])
  expect(prescription.connectors).toEqual([{ from: '15', to: '14' }])
  // The works on implants are a prescription of their own.
  expect(morePrescriptions).toMatchObject([
    {
      type: 2,
      items: [
        { tooth: '46', work: 'abutment' },
        { tooth: '36', work: 'crown' },
        { tooth: '37', work: 'crown' },
      ],
      connectors: [{ from: '36', to: '37' }],
    },
  ])
  for (const words of ['This is test case B', 'tooth 16: pontic, pmma', 'FFA.jpg'])
    expect(order.otherRequirements).toContain(words)
})

test('a case is not imported twice if two nodes poll at once, or if its folder is copied', async () => {
  put('a/case.json', readFileSync(join(orders, 'rayteams-prosthesis-case-b.json')))
  const id = await createSetting()
  const before = await countCases()
  await poll(id)
  app.clock.advance({ minutes: 3 })
  const second = await app.startSecondNode()
  await poll(id)
  await Promise.all([app.runJobs(), second.runJobs()])
  expect(await countCases()).toBe(before + 1)
  cpSync(pathOf('a'), pathOf('b'), { recursive: true })
  await pull(id)
  const items = await listItems(id)
  expect(items.map(({ state }) => state)).toEqual(['taken', 'taken'])
  expect(new Set(items.map(({ orderId }) => orderId)).size).toBe(1)
  expect(await countCases()).toBe(before + 1)
})

test('a case is not imported while one of its files is empty, or before two polls have seen its files unchanged', async () => {
  put('petrov/upperjaw.stl', scan.subarray(0, 2_000))
  put('petrov/lowerjaw.stl.part', scan)
  const id = await createSetting()
  await poll(id)
  app.clock.advance({ seconds: 20 })
  put('petrov/upperjaw.stl', scan)
  await poll(id)
  expect(await listItems(id)).toMatchObject([{ state: 'waiting', reason: 'changing' }])
  app.clock.advance({ seconds: 5 })
  await poll(id)
  expect(await listItems(id)).toMatchObject([{ state: 'waiting', reason: 'changing' }])
  put('petrov/bite.stl', '')
  app.clock.advance({ seconds: 20 })
  await poll(id)
  expect(await listItems(id)).toMatchObject([{ state: 'waiting', reason: 'empty' }])
  rmSync(pathOf('petrov/bite.stl'))
  await pull(id)
  const [item] = await listItems(id)
  const { order, files } = await readCase(item)
  expect(order).toMatchObject({ patientName: 'petrov', status: 'uploaded', type: 0 })
  expect(files).toMatchObject([{ name: 'upperjaw.stl', role: 'upper', sizeBytes: scan.length }])
})

test('a document waits for the files that it names, and is imported with a list of those that are missing', async () => {
  put('itero_export_#10000001_v30.xml', readFileSync(join(orders, 'itero_export_10000001_v30.xml')))
  const id = await createSetting()
  await poll(id)
  app.clock.advance({ seconds: 20 })
  await poll(id)
  const [waiting] = await listItems(id)
  expect(waiting).toMatchObject({ state: 'waiting', reason: 'files_missing' })
  expect(waiting?.detail).toContain('10000001_shell_occlusion_u.stl')
  app.clock.advance({ minutes: 3 })
  await poll(id)
  const [item] = await listItems(id)
  expect((await readCase(item)).order.otherRequirements).toContain('10000001_shell_occlusion_u.stl')
})

test('a malformed document is listed with its reason, stays unchanged at the source, and is imported when it is valid', async () => {
  const completeDocument = readFileSync(join(orders, 'itero_export_10000001_v30.xml'))
  put('one/export.xml', completeDocument.subarray(0, 500))
  put('two/virus.json', readFileSync(join(orders, 'rayteams-prosthesis-case-b.json')))
  put('two/run.bat', '@echo off\r\nformat c:\r\n')
  const id = await createSetting()
  await pull(id)
  const items = await listItems(id)
  expect(items.map(({ path, state, reason, detail }) => [path, state, reason, detail])).toEqual(
    expect.arrayContaining([
      ['one/export.xml', 'refused', 'xml_broken', expect.stringContaining('Unclosed')],
      ['two/virus.json', 'refused', 'file_kind', 'run.bat'],
    ]),
  )
  expect(readFileSync(pathOf('one/export.xml'))).toHaveLength(500)
  put('one/export.xml', completeDocument)
  rmSync(pathOf('two'), { recursive: true })
  await pull(id)
  const after = await listItems(id)
  expect(after).toHaveLength(1)
  await readCase(after[0])
})

test('T42: a file that runs on a double click is refused by its name, in a folder and in an archive', async () => {
  put('alone/upper.stl', scan)
  put('alone/viewer.lnk', 'harmless')
  const entries = [
    { name: 'upper.stl', content: scan },
    { name: 'notes.js', content: Buffer.from('harmless') },
  ]
  put('case.zip', writeZip(entries))
  const id = await createSetting({ format: 'folder' })
  await pull(id)
  const items = await listItems(id)
  expect(items.map(({ state, reason, detail }) => [state, reason, detail]).sort()).toEqual([
    ['refused', 'file_kind', 'notes.js'],
    ['refused', 'file_kind', 'viewer.lnk'],
  ])
})

test('a case that was refused because of a full quota is imported when the quota is raised', async () => {
  put('case.json', readFileSync(join(orders, 'rayteams-prosthesis-case-b.json')))
  const id = await createSetting({ clinicId: people.erin.organizationId })
  const setQuota = (bytes: number) =>
    app.services.database.db
      .updateTable('organization')
      .set({ storage_quota_bytes: bytes })
      .where('id', '=', people.erin.organizationId)
      .execute()
  await setQuota(1_000)
  await pull(id)
  expect(await listItems(id)).toMatchObject([{ state: 'refused', reason: 'quota_full' }])
  await setQuota(1_000_000)
  await poll(id)
  const [item] = await listItems(id)
  const { body } = await as(app, people.erin).call('orders.get', { params: { id: item?.orderId ?? '' } })
  expect(body.data.order.clinicId).toBe(people.erin.organizationId)
  const foreign = await as(app, people.alice).call('orders.get', { params: { id: item?.orderId ?? '' } })
  expect(foreign.status).toBe(404)
})

test('a document is refused if its format is not the format of the setting', async () => {
  put('case.json', readFileSync(join(orders, 'rayteams-prosthesis-case-b.json')))
  const id = await createSetting({ format: 'itero' })
  await pull(id)
  expect(await listItems(id)).toMatchObject([
    { state: 'refused', reason: 'wrong_format', detail: 'rayteams' },
  ])
})

test('each run is logged with its counts, and a failed run with its error key', async () => {
  const id = await createSetting({ folder: `${folder}/not-there` })
  await poll(id)
  put('not-there/case.json', readFileSync(join(orders, 'rayteams-prosthesis-case-b.json')))
  await pull(id)
  const { body } = await as(app, people.root).call('pullSettings.listRuns', { params: { id }, body: {} })
  expect(body.data.list).toMatchObject([
    { takenCount: 1, waitingCount: 0, refusedCount: 0, failure: null, cause: 'demand' },
    { takenCount: 0, waitingCount: 1, refusedCount: 0, failure: null },
    { takenCount: 0, failure: 'transport.not_found' },
  ])
})

test('due settings are polled, and disabled or deleted settings are not', async () => {
  const id = await createSetting({ intervalMinutes: 60 })
  const off = await createSetting({ name: 'Off', isEnabled: false })
  const gone = await createSetting({ name: 'Gone' })
  await as(app, people.root).call('pullSettings.delete', { params: { id: gone } })
  const countRuns = async (setting: string) => {
    const { db } = app.services.database
    const rows = await db.selectFrom('pull_run').select('cause').where('setting_id', '=', setting).execute()
    return rows.length
  }
  const due = async () => {
    await app.services.database.transaction((tx) => enqueueJob(tx, 'pull.due', {}))
    await app.runJobs()
  }
  await due()
  await due()
  expect([await countRuns(id), await countRuns(off), await countRuns(gone)]).toEqual([1, 0, 0])
  app.clock.advance({ minutes: 61 })
  await due()
  expect(await countRuns(id)).toBe(2)
})

test('T49: secrets of a pull setting are never returned, and must be entered again for another address', async () => {
  const body = {
    name: 'Bucket',
    clinicId: people.alice.organizationId,
    kind: 's3' as const,
    address: 'https://objects.example',
    bucket: 'orders',
    region: 'eu-1',
    userName: 'AKIA',
    password: 'marker-secret',
    isEnabled: false,
  }
  const made = await as(app, people.root).call('pullSettings.create', { body })
  expect(made.body.data).toMatchObject({ secretsSet: ['password'], userName: 'AKIA' })
  const { id } = made.body.data
  const listed = await as(app, people.root).call('pullSettings.list', { body: { words: 'buck' } })
  expect(listed.body.data.list).toMatchObject([{ id, name: 'Bucket', secretsSet: ['password'] }])
  const moved = await as(app, people.root).call('pullSettings.update', {
    body: { id, address: 'https://elsewhere.example' },
  })
  expect(moved).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
  const renamed = await as(app, people.root).call('pullSettings.update', { body: { id, name: 'Pail' } })
  expect(renamed.body.data).toMatchObject({ name: 'Pail', secretsSet: ['password'] })
  expect(JSON.stringify([made.body, listed.body, renamed.body])).not.toContain('marker-secret')
  const { rows } = await app.services.database.pool.query('select * from pull_setting, audit')
  expect(JSON.stringify(rows)).not.toContain('marker-secret')
})

test('names of pull settings are unique, only a clinic can have a setting, and a deleted setting can be restored', async () => {
  const id = await createSetting()
  const same = await as(app, people.root).call('pullSettings.create', {
    body: { name: `scanner SHARE ${turn}`, clinicId: people.alice.organizationId, kind: 'folder', folder },
  })
  expect(same.body.error).toBe('pull.name_taken')
  const labs = await as(app, people.root).call('pullSettings.assign', {
    body: { id, clinicId: people.bob.organizationId },
  })
  expect(labs.body.error).toBe('pull.clinic_wrong')
  const erins = await as(app, people.root).call('pullSettings.assign', {
    body: { id, clinicId: people.erin.organizationId },
  })
  expect(erins.body.data.clinicId).toBe(people.erin.organizationId)
  const optionIds = async () =>
    (await as(app, people.root).call('pullSettings.listOptions')).body.data.list.map((one) => one.id)
  expect(await optionIds()).toContain(id)
  await as(app, people.root).call('pullSettings.delete', { params: { id } })
  expect((await as(app, people.root).call('pullSettings.run', { body: { id } })).status).toBe(404)
  expect(await optionIds()).not.toContain(id)
  const back = await as(app, people.root).call('pullSettings.restore', { params: { id } })
  expect(back.body.data).toMatchObject({ isEnabled: false, deletedAt: null })
})
