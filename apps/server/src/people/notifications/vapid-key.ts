import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { ReadCall } from '../../platform/http/handlers.ts'
import { encryptedColumns } from '../../platform/secrets/encrypted-columns.ts'

/** The key pair that identifies this installation to push services (RFC 8292 §3). */
export type VapidKey = { publicKey: Buffer; privatePem: string }

const context = encryptedColumns.pushKey.contextOf()
const tokenSeconds = 12 * 3_600

/** Returns the installation's key pair, and creates it on first use. */
export async function getVapidKey(call: ReadCall<'services'>): Promise<VapidKey> {
  const { tx, services } = call
  const { encryptor, now } = services
  const key = await findKey(tx)
  if (key) return { publicKey: key.public_key, privatePem: encryptor.decrypt(key.private_sealed, context) }
  const created = createKey()
  await tx
    .insertInto('push_key')
    .values({
      public_key: created.publicKey,
      private_sealed: encryptor.encrypt(created.privatePem, context),
      created_at: now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Reads the row again, because another node may have inserted its key first.
  return await getVapidKey(call)
}

const findKey = (db: Db | Tx) =>
  db.selectFrom('push_key').select(['public_key', 'private_sealed']).executeTakeFirst()

function createKey(): VapidKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return {
    publicKey: Buffer.concat(point),
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Returns the Authorization header for a push service, which is valid for that service and for half a day. */
export function createVapidHeader(
  { publicKey, privatePem }: VapidKey,
  call: { endpoint: string; contact: string; now: Date },
): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = {
    aud: new URL(call.endpoint).origin,
    exp: Math.floor(call.now.getTime() / 1_000) + tokenSeconds,
    sub: call.contact,
  }
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const key = { key: createPrivateKey(privatePem), dsaEncoding: 'ieee-p1363' } as const
  const signature = sign('sha256', Buffer.from(signed), key).toString('base64url')
  return `vapid t=${signed}.${signature}, k=${publicKey.toString('base64url')}`
}
