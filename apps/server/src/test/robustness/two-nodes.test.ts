import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { demoCases } from '../../demo/demo-cases.ts'
import { demoPeople } from '../../demo/demo-people.ts'
import { listMigrations } from '../../platform/db/migrate.ts'
import { insertOrder, insertPartnership } from '../insert-rows.ts'
import { openPage, signInClient } from '../interrupted-uploads.ts'
import { type Installation, openInstallation } from '../nodes.ts'
import { as, createPeople } from '../people.ts'
import { announceFile, hashOf, patchUpload, sendTus } from '../upload.ts'

let installation: Installation
afterEach(() => installation.close())

test('two nodes that start concurrently on an empty database both become ready and create the demo data once', async () => {
  installation = await openInstallation('empty')
  const nodes = [await installation.addNode(), await installation.addNode()]
  await Promise.all(nodes.map((node) => node.start()))
  await Promise.all(nodes.map((node) => node.untilOutput('pontic: ready on')))
  const { db } = installation.services.database
  const accounts = await db.selectFrom('account').select('email').execute()
  expect(accounts.map(({ email }) => email).sort()).toEqual(
    Object.values(demoPeople)
      .map(({ email }) => email)
      .sort(),
  )
  const orders = await db.selectFrom('orders').select('id').execute()
  expect(orders).toHaveLength(demoCases.length)
  const filled = nodes.filter((node) => node.output().includes('pontic: the demo is filled'))
  expect(filled).toHaveLength(1)
  const migrations = await db
    .selectFrom('pontic_migration' as never)
    .selectAll()
    .execute()
  expect(migrations).toHaveLength(listMigrations().length)
})

test('a page on one node receives changes made on another node, even after the node of the page was killed and restarted', async () => {
  installation = await openInstallation()
  const people = await createPeople(installation)
  const { alice, bob } = people
  await insertPartnership(installation, alice, bob)
  const nodes = [await installation.addNode(), await installation.addNode()] as const
  await Promise.all(nodes.map((node) => node.start()))
  const client = await signInClient(installation, nodes[0].url, bob)
  const page = openPage(client)
  for (const round of [1, 2]) {
    await page.untilOpenings(round)
    const { id } = await insertOrder(installation, { clinic: alice, status: 'uploaded' })
    const heard = page.untilHeard()
    const sent = await as(nodes[1], alice).call('orders.send', { body: { id, labId: bob.organizationId } })
    expect(sent.status).toBe(200)
    await heard
    if (round === 2) break
    await nodes[0].kill()
    await nodes[0].start()
  }
  page.close()
  client.dispose()
})

test('an upload continues on another node after the first node was killed', async () => {
  installation = await openInstallation()
  const { alice } = await createPeople(installation)
  const nodes = [await installation.addNode(), await installation.addNode()] as const
  await Promise.all(nodes.map((node) => node.start()))
  const { id } = await insertOrder(installation, { clinic: alice, status: 'scanned' })
  const bytes = randomBytes(6 * 1024 * 1024)
  const file = { name: 'lower.stl', sizeBytes: bytes.length }
  const announced = await announceFile({ app: nodes[0], person: alice }, id, file)
  const half = await patchUpload(
    { app: nodes[0], person: alice },
    announced.id,
    0,
    bytes.subarray(0, 4_000_000),
  )
  expect(half.headers['upload-offset']).toBe('4000000')
  await nodes[0].kill()
  const sender = { app: nodes[1], person: alice }
  const offset = await sendTus(sender, 'HEAD', `/restful/uploads/${announced.id}`)
  expect(offset.headers['upload-offset']).toBe('4000000')
  const rest = await patchUpload(sender, announced.id, 4_000_000, bytes.subarray(4_000_000))
  expect(rest.status).toBe(204)
  const finish = { body: { fileId: announced.id, sha256: hashOf(bytes) } }
  const finished = await as(nodes[1], alice).call('files.finish', finish)
  expect(finished.body.data).toMatchObject({ state: 'verified', sha256: hashOf(bytes) })
})
