import { exportFields } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder } from '../../test/insert-rows.ts'
import { as, createPeople, createSession, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

const formulas = ['=1+1', '+49 30 1234', '-2', '@SUM(A1)', '＝1+1', "\"=cmd|' /C calc'!A1"]

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  for (const patientName of [...formulas, '张伟', 'Anna "Ann" Müller', 'Comma, Line'])
    await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted', patientName })
  await insertOrder(app, { clinic: people.erin, lab: people.carol, status: 'pending', patientName: 'Erin’s' })
})
afterAll(() => app.close())

async function open(
  person: Person,
  view: object = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await as(app, person).call('orders.createExport', { body: view }, headers)
  expect(answer.status).toBe(200)
  return app.url + answer.body.data.path
}

/** Downloads an export. Preserves its byte order mark, which `text()` would remove. */
async function download(url: string): Promise<{ text: string; headers: Headers }> {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
  return { text, headers: response.headers }
}

/** Parses the CSV of an export (RFC 4180 §2), in which every cell is in quotes. */
function parse(text: string): string[][] {
  expect(text.startsWith('\uFEFF')).toBe(true)
  const lines = text.slice(1).split('\r\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) =>
    [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map((cell) => (cell[1] ?? '').replaceAll('""', '"')),
  )
}

const rowsOf = async (url: string) => parse((await download(url)).text)
// The file of a laboratory has a column more, after those that the tests read by position.
const clinicFields: readonly string[] = exportFields.filter((field) => field !== 'technician')
const columnOf = (field: (typeof exportFields)[number]) => clinicFields.indexOf(field)

describe('the list as CSV', () => {
  it('the CSV has every field under its heading, and every case once, in the requested order', async () => {
    const { headers, text } = await download(
      await open(people.alice, { sort: 'number', direction: 'ascending' }),
    )
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="pontic-\d{4}-\d\d-\d\d\.csv"$/)
    const [head, ...rows] = parse(text)
    expect(head).toEqual([
      'Number',
      'Type',
      'Status',
      'Patient',
      'Doctor',
      'Clinic',
      'Laboratory',
      'Created',
      'Updated',
      'Changed by',
      'Scan date',
      'Delivery day',
      'Sent by',
      'Operator',
      'Equipment number',
      'Software version',
      'Other requirements',
      'Remark',
      'Express number',
      'Carrier',
      'Tracking note',
      'Work',
    ])
    expect(rows.every((row) => row.length === clinicFields.length)).toBe(true)
    const { list } = (
      await as(app, people.alice).call('orders.list', { body: { sort: 'number', direction: 'ascending' } })
    ).body.data
    expect(rows.map((row) => row[0])).toEqual(list.map(({ number }) => number))
    expect(rows.map((row) => row[columnOf('patientName')])).toEqual(
      expect.arrayContaining(['张伟', 'Anna "Ann" Müller', 'Comma, Line']),
    )
  })

  it('the CSV uses the reader’s language and time zone', async () => {
    const headers = { 'accept-language': 'zh-CN', 'x-zone': 'Asia/Kathmandu' }
    const [head, first] = await rowsOf(await open(people.alice, {}, headers))
    expect(head?.[columnOf('status')]).toBe('状态')
    expect(first?.[columnOf('status')]).toBe('制作中')
    const { createdAt } = (await as(app, people.alice).call('orders.list', { body: {} })).body.data.list[0]!
    const local = new Intl.DateTimeFormat('sv', {
      timeZone: 'Asia/Kathmandu',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(new Date(createdAt))
    expect(first?.[columnOf('createdAt')]).toBe(local)
  })

  it('the CSV has the work in the reader’s language and tooth notation, and for a laboratory also who does it', async () => {
    const { alice, bob, ben } = people
    const { id, number } = await insertOrder(app, {
      clinic: alice,
      lab: bob,
      status: 'accepted',
      patientName: 'Work',
    })
    const blank = { arch: null, base: null, shade: null, material: null }
    const work = [
      { ...blank, teeth: ['24', '25', '26'], work: { kind: 'bridge' }, material: 'zirconia', shade: 'A2' },
      { ...blank, teeth: ['36'], work: { kind: 'work', code: 'crown' } },
      { ...blank, teeth: [], work: { kind: 'appliance', code: 'aligners' }, arch: 'both' },
    ]
    const { db } = app.services.database
    await db
      .updateTable('orders')
      .set({ work: JSON.stringify(work) })
      .where('id', '=', id)
      .execute()
    await as(app, bob).call('orders.assign', { body: { ids: [id], technicianId: ben.accountId } })
    const textsOf = async (person: Person, headers = {}) => {
      const [head, row] = await rowsOf(await open(person, { words: number }, headers))
      return Object.fromEntries(head?.map((name, at) => [name, row?.[at]]) ?? [])
    }
    const seen = await textsOf(bob)
    expect(seen).toMatchObject({
      Work: '24–26 Bridge, Zirconia, A2; 36 Crown; Aligners, Both',
      'Assigned to': 'Ben',
    })
    const own = await textsOf(alice)
    expect(own.Work).toBe(seen.Work)
    expect(Object.keys(own)).not.toContain('Assigned to')
    await as(app, alice).call('accounts.update', { body: { teethNumbering: 'universal' } })
    const german = await textsOf(alice, { 'accept-language': 'de-DE' })
    expect(german.Arbeit).toContain('12–14 Brücke')
    await as(app, alice).call('accounts.update', { body: { teethNumbering: 'fdi' } })
  })

  it('the CSV contains only cases that match the filters', async () => {
    expect(await rowsOf(await open(people.alice, { words: '张伟' }))).toHaveLength(2)
    expect(await rowsOf(await open(people.alice, { status: 'shipped' }))).toHaveLength(1)
  })

  it('the CSV contains the cases of all pages', async () => {
    const { bob, erin } = people
    for (let turn = 0; turn < 520; turn++)
      await insertOrder(app, {
        clinic: erin,
        lab: bob,
        status: 'shipped',
        createdAt: new Date(1_700_000_000_000),
      })
    const rows = await rowsOf(await open(bob, { status: 'shipped' }))
    expect(new Set(rows.map((row) => row[0])).size).toBe(521)
  })
})

describe('T46: an export contains text, no formulas', () => {
  it('T46: a value that looks like a formula gets a leading apostrophe', async () => {
    const [, ...rows] = await rowsOf(await open(people.bob, { status: 'accepted' }))
    const names = rows.map((row) => row[columnOf('patientName')])
    for (const formula of formulas) {
      const isFormula = !formula.startsWith('"')
      expect(names).toContain(isFormula ? `'${formula}` : formula)
    }
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/u)
  })

  it('T46: a formula after a tab or line break gets the apostrophe too', async () => {
    const { id } = await insertOrder(app, { clinic: people.erin, patientName: 'Tab' })
    const { db } = app.services.database
    for (const remark of ['\t=1+1', '\r=1+1']) {
      await db.updateTable('orders').set({ remark }).where('id', '=', id).execute()
      const { text } = await download(await open(people.erin, { words: 'Tab' }))
      expect(text).toContain(`"'${remark}"`)
    }
  })
})

describe('rights', () => {
  it('clinic and laboratory export only their own cases, and a laboratory no patient name of a recalled case', async () => {
    const { alice, bob } = people
    const { id, number } = await insertOrder(app, {
      clinic: alice,
      lab: bob,
      status: 'pending',
      patientName: 'Gone',
    })
    await as(app, alice).call('orders.recall', { body: { id } })
    const [, ...rows] = await rowsOf(await open(bob))
    const lost = rows.find((row) => row[0] === number)
    expect(lost?.[columnOf('status')]).toBe('Withdrawn')
    expect(lost?.[columnOf('patientName')]).toBe('')
    const hers = await rowsOf(await open(people.erin, { words: 'Comma' }))
    expect(hers).toHaveLength(1)
  })

  it('a ticket is valid for a minute and for its session only, and invalid after sign-out', async () => {
    const unknown = await fetch(`${app.url}/restful/orders/exports/${'A'.repeat(22)}`)
    expect(unknown.status).toBe(404)
    const session = { ...people.alice, ...(await createSession(app, people.alice.accountId)) }
    const url = await open(session)
    const { db } = app.services.database
    await db
      .updateTable('session')
      .set({ revoked_at: app.clock.now() })
      .where('id', '=', session.sessionId)
      .execute()
    expect((await fetch(url)).status).toBe(404)
    const late = await open(people.alice)
    app.clock.advance({ seconds: 61 })
    expect((await fetch(late)).status).toBe(404)
  })

  it('the audit of an export by the platform names the clinics and laboratories of the cases', async () => {
    await rowsOf(await open(people.root, { status: 'accepted' }))
    const rows = await app.services.database.db
      .selectFrom('audit')
      .select('subject_organization_ids')
      .where('action', '=', 'orders.list')
      .where('account_id', '=', people.root.accountId)
      .execute()
    const owners = rows.flatMap((row) => row.subject_organization_ids)
    expect(owners).toEqual(expect.arrayContaining([people.alice.organizationId, people.bob.organizationId]))
  })
})
