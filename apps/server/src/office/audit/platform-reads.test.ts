import { type Permission, permissions, type Route, type RouteName, routes } from '@pontic/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { addressOf, as, createPeople, type People, type Person } from '../../test/people.ts'
import { insertOperator, seededType, uploadPicture } from '../../test/workorders.ts'

const patientName = 'Zacharias Marker'
const scan = Buffer.from(`solid ${patientName}\nendsolid\n`)

let app: TestApp
let people: People
let ids: Record<string, string>
let photoId: string
let request: { id: string; imageId: string }

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  const { alice, bob } = people
  await insertPartnership(app, alice, bob)
  const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'accepted', patientName })
  const file = await insertFile(app, { orderId: id, by: alice, bytes: scan, name: `${patientName}.stl` })
  const create = { width: 8, height: 8, channels: 3, background: 'red' } as const
  const bytes = await sharp({ create }).png().toBuffer()
  photoId = (await insertFile(app, { orderId: id, by: alice, bytes, kind: 'png', role: 'photo' })).id
  ids = { id, orderId: id, fileId: file.id, username: 'me', organizationId: alice.organizationId }
  request = await submitRequest(alice)
})
afterAll(() => app.close())

/** Creates a support request whose text and picture show a patient. */
async function submitRequest(person: Person) {
  const imageId = await uploadPicture(app, person)
  const typeId = await seededType(app)
  const text = { title: `Scan of ${patientName}`, content: `${patientName} is shown in grey.` }
  const { body } = await as(app, person).call('workorders.create', {
    body: { typeId, priority: 'normal', imageId, ...text },
  })
  return { id: body.data.id, imageId }
}

const readRows = (requestId: string) =>
  app.services.database.db.selectFrom('audit').selectAll().where('request_id', '=', requestId).execute()

const isOfRequests = (name: RouteName) => name.startsWith('workorders.')

// Other tests (order-export, downloads) cover the audit of calls with a ticket.
const readsOfRoot = (Object.keys(routes) as RouteName[]).filter((name) => {
  const { permission, reads, reply, method }: Route = routes[name]
  const row: Partial<Record<string, string>> =
    permission === 'public' ? {} : permissions[permission as Permission]
  const isRead = reads === true || (reply === 'stream' && method === 'GET')
  return isRead && row.platform !== undefined && name !== 'events.stream'
})

async function read(name: RouteName): Promise<{ requestId: string; text: string; status: number }> {
  const route: Route = routes[name]
  const known = isOfRequests(name)
    ? { ...ids, id: request.id }
    : name === 'previews.read'
      ? { ...ids, fileId: photoId }
      : ids
  const keys = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const params = Object.fromEntries(keys.map((key) => [key, known[key] ?? known.id!]))
  const example = (route.example?.body ?? {}) as Record<string, unknown>
  const shapes = route.body ? [{}, { id: known.id }, { orderId: known.id }, example] : [undefined]
  let last = { requestId: '', text: '', status: 0 }
  for (const body of shapes) {
    const answer = await fetch(app.url + addressOf(name, { params }), {
      method: route.method,
      headers: { authorization: `Bearer ${people.root.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const requestId = answer.headers.get('x-request-id') ?? ''
    last = { requestId, text: await answer.text(), status: answer.status }
    if (answer.status === 200) return last
  }
  return last
}

const readsOfPatients = new Set<string>()

it.each(readsOfRoot)(
  'T63: %s records one audit row with the owners of the data if its reply contains patient data',
  async (name) => {
    const { requestId, text, status } = await read(name)
    const { permission, reply }: Route = routes[name]
    expect(status).toBeLessThan(500)
    const rows = await readRows(requestId)
    // Pictures and levels of a scan contain no name, but are patient data.
    const isScan = permission === 'file.read' && reply === 'stream' && status === 200
    if (!isScan && !text.includes(patientName)) return
    readsOfPatients.add(name)
    expect(rows).toHaveLength(1)
    const { alice, bob, root } = people
    expect(rows[0]).toMatchObject({ account_id: root.accountId, organization_id: root.organizationId })
    // A support request belongs only to the submitter's organization.
    const whose = isOfRequests(name) ? [alice] : [alice, bob]
    expect(rows[0]?.subject_organization_ids.toSorted()).toEqual(
      whose.map(({ organizationId }) => organizationId).sort(),
    )
    expect(rows[0]?.address).toMatch(/127\.0\.0\.1|::1/)
    expect(JSON.stringify(rows[0])).toContain(isOfRequests(name) ? request.id : ids.id)
    expect(JSON.stringify(rows[0])).not.toContain(patientName)
  },
)

it('T63: the tested reads include cases, lists, scans and support requests', () => {
  for (const name of ['orders.get', 'orders.list', 'previews.read', 'workorders.get', 'workorders.list'])
    expect([...readsOfPatients]).toContain(name)
})

describe('T63: reads of a support request', () => {
  const readPicture = async (person: Person) => {
    const answer = await fetch(app.url + addressOf('images.get', { params: { id: request.imageId } }), {
      headers: { authorization: `Bearer ${person.token}` },
    })
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
    return await readRows(answer.headers.get('x-request-id') ?? '')
  }

  it('a read of the picture by platform staff adds an audit row, and a read by the submitter does not', async () => {
    const { alice, root } = people
    const [row, ...others] = await readPicture(root)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      action: 'workorders.picture',
      account_id: root.accountId,
      object_id: request.id,
      subject_organization_ids: [alice.organizationId],
      detail: { imageId: request.imageId },
    })
    expect(await readPicture(alice)).toEqual([])
  })

  it('a read of the request by the operator adds an audit row, and a read by the submitter does not', async () => {
    const { alice, olga, root } = people
    await insertOperator(app, olga)
    const own = await submitRequest(olga)
    const operatorId = olga.accountId
    await as(app, root).call('workorders.assign', { body: { id: request.id, operatorId } })
    const readAs = async (person: Person, id: string) => {
      const { headers } = await as(app, person).call('workorders.get', { params: { id } })
      return (await readRows(headers.get('x-request-id') ?? '')).map((row) => [row.action, row.object_id])
    }
    expect(await readAs(olga, request.id)).toEqual([['workorders.get', request.id]])
    expect(await readAs(olga, own.id)).toEqual([])
    expect(await readAs(alice, request.id)).toEqual([])
    // Administrators of the clinic see in their audit log that the platform read the request.
    const { body } = await as(app, alice).call('audit.list', {
      body: { filter: { objectId: request.id } },
    })
    const opened = body.data.list.filter(({ action }) => action === 'workorders.get')
    // The first row is the read by the operator. The second row is the read by root in an earlier test. Neither row names the
    // person.
    expect(opened.map(({ isPlatform, by }) => [isPlatform, by])).toEqual([
      [true, null],
      [true, null],
    ])
  })
})
