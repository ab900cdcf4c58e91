import { createHash } from 'node:crypto'
import { idempotencyKeyUseOf, type Route } from '@pontic/contract'
import type { FastifyRequest } from 'fastify'
import type { Database, Tx } from '../db/database.ts'
import type { Services } from '../services.ts'
import { renderRefusal } from './answer.ts'
import { fail, Refusal } from './fail.ts'
import {
  claimKey,
  type IdempotentWrite,
  parseIdempotencyKey,
  releaseKey,
  type StoredReply,
  storeRefusal,
  storeReply,
} from './idempotency.ts'
import type { Scope } from './scope.ts'

/** Parsed params, query and body of a request. */
export type Inputs = { params: unknown; query: unknown; body: unknown }

/**
 * Checks that the caller may still see the objects of a stored reply.
 * @param objects `ids` are ids of any kind of object; `isDelete` is true for a DELETE, whose object no longer exists
 * @throws the feature's `not_found`
 */
export type ObjectCheck = (
  tx: Tx,
  scope: Scope,
  objects: { ids: readonly string[]; isDelete: boolean },
) => Promise<void>

/** A call that can be repeated under its Idempotency-Key. */
export type RepeatableCall = {
  route: Route
  request: FastifyRequest
  inputs: Inputs
  write: IdempotentWrite | undefined
  services: Services
  objectChecks: readonly ObjectCheck[]
  /** Opens the transaction of `runInTransaction`. */
  transaction: Database['transaction']
}

/**
 * Parses the Idempotency-Key of a request and hashes its inputs. The hash is keyed, so that nobody can guess passwords from it.
 * @returns undefined for a request without a key
 * @throws request.key_not_taken if the reply contains a secret; request.invalid for a malformed key
 */
export function parseIdempotentWrite(
  name: string,
  route: Route,
  request: FastifyRequest,
  inputs: Inputs,
  { encryptor }: Services,
): IdempotentWrite | undefined {
  const use = idempotencyKeyUseOf(route)
  const header = request.headers['idempotency-key']
  if (use === 'ignored' || header === undefined) return undefined
  if (use === 'refused') fail('request.key_not_taken')
  const key = parseIdempotencyKey(Array.isArray(header) ? header.join() : header)
  if (key === undefined) return undefined
  const { body } = inputs
  const parts = {
    ...inputs,
    body: Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : body,
    organizationId: request.scope?.organization.id,
  }
  const requestSha256 = encryptor.digest(JSON.stringify(parts), `idempotency ${name}`)
  return { accountId: request.scope?.account.id ?? null, key, requestSha256 }
}

/** Claims the key of a call and runs the call in one transaction, so that both are committed or neither is. */
export async function runInTransaction(
  call: RepeatableCall,
  work: (tx: Tx) => Promise<StoredReply>,
): Promise<StoredReply> {
  const { write, services } = call
  const run = async (tx: Tx) => {
    const stored = write && (await findStored(tx, call, write))
    if (stored) return stored
    const reply = await work(tx)
    if (write) await storeReply(tx, write, reply)
    return reply
  }
  try {
    return await call.transaction(run)
  } catch (error) {
    const refusal = refusalToStore(call, error)
    if (write && refusal) await storeRefusal(services.database, write, refusal, services.now())
    throw error
  }
}

/**
 * Runs a call whose handler opens its own transactions. Claims the key in a transaction before the handler, and stores the
 * reply after it.
 */
export async function runWithoutTransaction(
  call: RepeatableCall,
  work: () => Promise<StoredReply>,
): Promise<StoredReply> {
  const { write, services } = call
  const { database } = services
  if (write === undefined) return await work()
  const stored = await database.transaction((tx) => findStored(tx, call, write))
  if (stored) return stored
  try {
    const reply = await work()
    await storeReply(database.db, write, reply)
    return reply
  } catch (error) {
    const refusal = refusalToStore(call, error)
    if (refusal) await storeReply(database.db, write, refusal)
    else await releaseKey(database, write)
    throw error
  }
}

async function findStored(
  tx: Tx,
  call: RepeatableCall,
  write: IdempotentWrite,
): Promise<StoredReply | undefined> {
  const { route, request, inputs, services, objectChecks } = call
  const stored = await claimKey(tx, write, services.now())
  if (stored === undefined || request.scope === undefined) return stored
  const ids = [...new Set([...idsIn(inputs.params), ...idsIn(inputs.body), ...idsOfReply(stored)])]
  const objects = { ids, isDelete: route.method === 'DELETE' }
  for (const check of objectChecks) await check(tx, request.scope, objects)
  return stored
}

/**
 * Returns the refusal to store, which repeats of the call then get. Returns undefined for calls without a
 * session, and for errors that a repeat may avoid: server failures, status 429 and keys of `request.*`.
 */
function refusalToStore({ request }: RepeatableCall, error: unknown): StoredReply | undefined {
  if (!(error instanceof Refusal) || request.scope === undefined) return undefined
  if (error.status >= 500 || error.status === 429 || error.key.startsWith('request.')) return undefined
  const { status, body } = renderRefusal(request, error)
  return { status, body }
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return idPattern.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return []
  return Object.values(value).flatMap(idsIn)
}

// Reads only `id` and `orderId` of the reply. A caller may be unable to see other objects in the reply, such
// as the order that a remake replaces.
function idsOfReply({ body }: StoredReply): string[] {
  const { data } = JSON.parse(body) as { data?: { id?: unknown; orderId?: unknown } | null }
  return idsIn([data?.id, data?.orderId])
}
