import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { newId } from '../apps/server/src/platform/db/ids.ts'
import { hashToken } from '../apps/server/src/platform/http/actor.ts'

/** Inserts a session for the first account of an organization, so that no password is needed. @returns the access token */
export async function createToken(client: Client, organizationId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const sessionId = newId()
  await client.query(
    `insert into session (id, account_id, is_remembered, expires_at, authenticated_at)
     select $1, id, true, now() + interval '1 day', now() from account where organization_id = $2 order by id limit 1`,
    [sessionId, organizationId],
  )
  await client.query(
    `insert into access_token (token_sha256, session_id, expires_at) values ($1, $2, now() + interval '1 day')`,
    [hashToken(token), sessionId],
  )
  return token
}

/** Inserts a clinic with enough room for files, a person, and a session. @returns the access token of the person */
export async function createClinicToken(client: Client): Promise<string> {
  const organizationId = newId()
  await client.query(
    `insert into organization (id, name, name_key, business_type, verified_at, storage_quota_bytes)
     values ($1, 'Clinic', 'clinic', 1, now(), 1000000000000)`,
    [organizationId],
  )
  await client.query(
    `insert into account (id, email, name, password_hash, organization_id, is_organization_administrator)
     values ($1, 'person@bench.example', 'Person', '!', $2, true)`,
    [newId(), organizationId],
  )
  return await createToken(client, organizationId)
}
