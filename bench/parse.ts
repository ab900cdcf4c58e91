import { join } from 'node:path'
import { findFreePort } from '../scripts/ports.ts'
import { clinicId } from './big-database.ts'
import { type DatabaseUrls, withClient } from './cluster.ts'
import { requestBytes } from './load.ts'
import { installProducts } from './peers.ts'
import { type Peer, startNode } from './portal.ts'
import { callProduct, copyOrders, type OrderKey, type Product, type ProductKind } from './product-database.ts'

const appId = 'bench'
const masterKey = 'measurements only'
const user = { username: 'clinic', password: 'measurements only' }
const pageSize = 25
const string = { type: 'String' }
const date = { type: 'Date' }
const byOwner = { pointerFields: ['owner'] }

/** The class. Only the user to whom `owner` points may read and change an object. */
const orderClass = {
  className: 'Order',
  fields: {
    ...{ number: string, patientName: string, doctor: string, status: string, type: { type: 'Number' } },
    ...{ clinic: string, laboratory: string, scanDate: date, deliveryOn: date },
    owner: { type: 'Pointer', targetClass: '_User' },
  },
  classLevelPermissions: {
    ...{ find: byOwner, get: byOwner, count: byOwner, update: byOwner },
    ...{ create: {}, delete: {}, addField: {} },
  },
}

// An object id has no hyphen.
const idOf = ({ number }: OrderKey) => number.replace('-', '')
const ownerSql = (user: string) =>
  `case when o.clinic_id = '${clinicId(1)}' then '${user}' else left(md5(o.clinic_id::text), 10) end`
const insertOf = (user: string) => `
  insert into "Order" ("objectId", "createdAt", "updatedAt", number, "patientName", doctor, status, type, clinic, laboratory,
    "scanDate", "deliveryOn", owner)
  select replace(o.number, '-', ''), o.created_at, o.updated_at, o.number, o.patient_name, o.doctor, o.status, o.type,
    o.clinic_id, o.lab_id, o.scan_date, o.delivery_on, ${ownerSql(user)}`
const indexes = [
  'create index on "Order" (owner, "createdAt" desc)',
  'create index on "Order" (status)',
  'create index on "Order" using gin ("patientName" gin_trgm_ops)',
]

async function startServer(database: DatabaseUrls, folder: string): Promise<Peer> {
  const port = String(await findFreePort())
  const env = {
    PORT: port,
    PARSE_SERVER_HOST: '127.0.0.1',
    PARSE_SERVER_URL: `http://127.0.0.1:${port}/parse`,
    PARSE_SERVER_APPLICATION_ID: appId,
    PARSE_SERVER_MASTER_KEY: masterKey,
    PARSE_SERVER_DATABASE_URI: database.ownerUrl,
    PARSE_SERVER_ALLOW_CLIENT_CLASS_CREATION: 'false',
    PARSE_SERVER_LOGS_FOLDER: join(folder, 'parse-logs'),
  }
  return await startNode([join(installProducts(), 'parse-server/bin/parse-server')], env, 'parse')
}

const urlOf = ({ port }: Peer, path: string) => `http://127.0.0.1:${port}/parse/${path}`

/** Parse Server: a class with class-level permissions by a pointer to its user. */
export const parse: ProductKind = {
  name: 'Parse Server',
  file: import.meta.filename,
  fill: async (database, portal, folder) => {
    const peer = await startServer(database, folder)
    try {
      const headers = { 'X-Parse-Application-Id': appId, 'X-Parse-Master-Key': masterKey }
      await callProduct(urlOf(peer, 'schemas/Order'), { headers, body: orderClass })
      const { objectId } = await callProduct<{ objectId: string }>(urlOf(peer, 'users'), {
        headers,
        body: user,
      })
      await withClient(database.superUrl, (client) => copyOrders(client, portal, insertOf(objectId), indexes))
    } finally {
      await peer.stop()
    }
  },
  start: async (database, folder): Promise<Product> => {
    const peer = await startServer(database, folder)
    const headers = { 'X-Parse-Application-Id': appId }
    const { sessionToken } = await callProduct<{ sessionToken: string }>(urlOf(peer, 'login'), {
      headers,
      body: user,
    })
    const own = { ...headers, 'X-Parse-Session-Token': sessionToken }
    const path = (order: OrderKey) => `/parse/classes/Order/${idOf(order)}`
    return {
      peer,
      list: ({ page = 1, total = false, words }) => {
        const query = new URLSearchParams({ order: '-createdAt', limit: String(pageSize) })
        if (page > 1) query.set('skip', String((page - 1) * pageSize))
        if (total) query.set('count', '1')
        if (words) query.set('where', JSON.stringify({ patientName: { $regex: words, $options: 'i' } }))
        return requestBytes('GET', `/parse/classes/Order?${query}`, own)
      },
      get: (order) => requestBytes('GET', path(order), own),
      update: (order, status) => requestBytes('PUT', path(order), own, JSON.stringify({ status })),
    }
  },
}
