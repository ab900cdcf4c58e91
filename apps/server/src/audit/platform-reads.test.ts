import { type Permission, permissions, type Route, type RouteName, routes } from '@pontic/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { makeFile, makeOrder, makePartners } from '../test/make.ts'
import { addressOf, createPeople, type People } from '../test/people.ts'

const patientName = 'Zacharias Marker'
const scan = Buffer.from(`solid ${patientName}\nendsolid\n`)

let app: TestApp
let people: People
let ids: Record<string, string>

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  const { alice, bob } = people
  await makePartners(app, alice, bob)
  const { id } = await makeOrder(app, { clinic: alice, lab: bob, status: 'accepted', patientName })
  const file = await makeFile(app, { orderId: id, by: alice, bytes: scan, name: `${patientName}.stl` })
  ids = { id, orderId: id, fileId: file.id, username: 'me', organizationId: alice.organizationId }
})
afterAll(() => app.close())

// Tickets open a read of their own, which is judged beside each of them (order-export, downloads).
const readsOfRoot = (Object.keys(routes) as RouteName[]).filter((name) => {
  const { permission, reads, reply, method }: Route = routes[name]
  const row: Partial<Record<string, string>> =
    permission === 'public' ? {} : permissions[permission as Permission]
  const isRead = reads === true || (reply === 'stream' && method === 'GET')
  return isRead && row.platform !== undefined && name !== 'events.stream'
})

async function read(name: RouteName): Promise<{ requestId: string; text: string; status: number }> {
  const route: Route = routes[name]
  const keys = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const params = Object.fromEntries(keys.map((key) => [key, ids[key] ?? ids.id!]))
  const example = (route.example?.body ?? {}) as Record<string, unknown>
  const shapes = route.body ? [{}, { id: ids.id }, { orderId: ids.id }, example] : [undefined]
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

const told = new Set<string>()

it.each(readsOfRoot)(
  'T63: %s leaves one row of whose it was where it tells root of a patient',
  async (name) => {
    const { requestId, text, status } = await read(name)
    const { permission, reply }: Route = routes[name]
    expect(status).toBeLessThan(500)
    const rows = await app.services.database.db
      .selectFrom('audit')
      .selectAll()
      .where('request_id', '=', requestId)
      .execute()
    // Pictures and levels of a scan name nobody, and are his all the same.
    const isScan = permission === 'file.read' && reply === 'stream' && status === 200
    if (!isScan && !text.includes(patientName)) return
    told.add(name)
    expect(rows).toHaveLength(1)
    const { alice, bob, root } = people
    expect(rows[0]).toMatchObject({ account_id: root.accountId, organization_id: root.organizationId })
    expect(rows[0]?.subject_organization_ids.toSorted()).toEqual(
      [alice.organizationId, bob.organizationId].sort(),
    )
    expect(rows[0]?.address).toMatch(/127\.0\.0\.1|::1/)
    expect(JSON.stringify(rows[0])).toContain(ids.id)
    expect(JSON.stringify(rows[0])).not.toContain(patientName)
  },
)

it('T63: cases, lists and scans are among what root was told of', () => {
  for (const name of ['orders.get', 'orders.list', 'previews.read']) expect([...told]).toContain(name)
})
