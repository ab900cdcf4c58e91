import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../scripts/places.ts'
import { findFreePort } from '../scripts/ports.ts'
import { clinicId } from './big-database.ts'
import { type DatabaseUrls, withClient } from './cluster.ts'
import { requestBytes } from './load.ts'
import { installProducts } from './peers.ts'
import { type Peer, startNode } from './portal.ts'
import { callProduct, copyOrders, type OrderKey, type Product, type ProductKind } from './product-database.ts'

const admin = { email: 'admin@example.com', password: 'measurements only' }
const user = { email: 'clinic@example.com', password: 'measurements only' }
const pageSize = 25

const field = (name: string, type: string, special?: string) => ({
  field: name,
  type,
  meta: special ? { special: [special] } : {},
  schema: {},
})

const collection = {
  collection: 'orders',
  meta: {},
  schema: {},
  fields: [
    { ...field('id', 'uuid', 'uuid'), schema: { is_primary_key: true, is_nullable: false } },
    ...['number', 'patient_name', 'doctor', 'status'].map((name) => field(name, 'string')),
    field('type', 'integer'),
    ...['clinic', 'laboratory'].map((name) => field(name, 'uuid')),
    ...['scan_date', 'delivery_on'].map((name) => field(name, 'date')),
    field('created_at', 'timestamp', 'date-created'),
    field('updated_at', 'timestamp', 'date-updated'),
  ],
}

const insert = `
  insert into orders (id, number, patient_name, doctor, status, type, clinic, laboratory, scan_date, delivery_on, created_at,
    updated_at)
  select o.id, o.number, o.patient_name, o.doctor, o.status, o.type, o.clinic_id, o.lab_id, o.scan_date, o.delivery_on,
    o.created_at, o.updated_at`
// Its case-insensitive filter compares the lower-case text.
const indexes = [
  'create index on orders (clinic, created_at desc)',
  'create index on orders (status)',
  'create index on orders using gin (lower(patient_name) gin_trgm_ops)',
]

/** Arguments of Node for the command line of Directus, without its check for updates. */
function argsOf(command: string): string[] {
  const modules = installProducts()
  const hook = join(root, 'bench/products/without-isolated-vm.mjs')
  return ['--import', hook, join(modules, '@directus/api/dist/cli/run.js'), command]
}

function settingsOf(database: DatabaseUrls, folder: string, port: string) {
  return {
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET: 'measurements only',
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: database.ownerUrl,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ACCESS_TOKEN_TTL: '1d',
    TELEMETRY: 'false',
    // Refuses calls with 503 while the event loop is late, which other programs of the machine can cause.
    PRESSURE_LIMITER_ENABLED: 'false',
    STORAGE_LOCAL_ROOT: join(folder, 'directus-uploads'),
    EXTENSIONS_PATH: join(folder, 'directus-extensions'),
  }
}

async function startServer(database: DatabaseUrls, folder: string): Promise<Peer> {
  const port = String(await findFreePort())
  return await startNode(argsOf('start'), settingsOf(database, folder, port), 'directus')
}

const urlOf = ({ port }: Peer, path: string) => `http://127.0.0.1:${port}/${path}`

async function signIn(peer: Peer, who: typeof user): Promise<Record<string, string>> {
  const reply = await callProduct<{ data: { access_token: string } }>(urlOf(peer, 'auth/login'), {
    body: who,
  })
  return { authorization: `Bearer ${reply.data.access_token}` }
}

/** Creates the collection, and a user whose role reads and changes the rows of one clinic. */
async function createCollection(peer: Peer): Promise<void> {
  const headers = await signIn(peer, admin)
  const create = async (path: string, body: unknown) => {
    const reply = await callProduct<{ data: { id: string } }>(urlOf(peer, path), { headers, body })
    return reply.data.id
  }
  await create('collections', collection)
  const role = await create('roles', { name: 'Clinic' })
  const policy = await create('policies', { name: 'Own orders', app_access: false })
  await create('access', { role, policy })
  const permissions = { clinic: { _eq: clinicId(1) } }
  const own = { policy, collection: 'orders', permissions }
  await create('permissions', { ...own, action: 'read', fields: ['*'] })
  await create('permissions', { ...own, action: 'update', fields: ['status'] })
  await create('users', { ...user, role })
}

/** Directus: a collection, and a role whose permissions filter by the clinic. */
export const directus: ProductKind = {
  name: 'Directus',
  file: import.meta.filename,
  fill: async (database, portal, folder) => {
    const env = { ...process.env, ...settingsOf(database, folder, '0') }
    const done = spawnSync(process.execPath, argsOf('bootstrap'), { env, encoding: 'utf8' })
    if (done.status !== 0) throw new Error(`directus bootstrap: ${(done.stdout + done.stderr).slice(-2000)}`)
    const peer = await startServer(database, folder)
    try {
      await createCollection(peer)
      await withClient(database.superUrl, (client) => copyOrders(client, portal, insert, indexes))
    } finally {
      await peer.stop()
    }
  },
  start: async (database, folder): Promise<Product> => {
    const peer = await startServer(database, folder)
    const own = await signIn(peer, user)
    const path = ({ id }: OrderKey) => `/items/orders/${id}`
    return {
      peer,
      list: ({ page = 1, total = false, words }) => {
        const query = new URLSearchParams({ sort: '-created_at', limit: String(pageSize) })
        if (page > 1) query.set('page', String(page))
        if (total) query.set('meta', 'filter_count')
        if (words) query.set('filter', JSON.stringify({ patient_name: { _icontains: words } }))
        return requestBytes('GET', `/items/orders?${query}`, own)
      },
      get: (order) => requestBytes('GET', path(order), own),
      update: (order, status) => requestBytes('PATCH', path(order), own, JSON.stringify({ status })),
    }
  },
}
