import { passwordDigest } from '@pontic/client'
import { hashPassword } from '../people/session/password.shared.ts'
import type { Tx } from '../platform/db/database.ts'
import { newId, sortIds } from '../platform/db/ids.ts'
import { organizationNameKey } from '../platform/db/name-key.ts'
import type { Services } from '../platform/services.ts'
import { demoCases } from './demo-cases.ts'
import { storeDemoFiles } from './demo-files.ts'
import type { DemoIds } from './demo-people.ts'
import {
  type DemoOrganizationKey,
  type DemoPersonKey,
  demoOrganizations,
  demoPartnerships,
  demoPassword,
  demoPeople,
} from './demo-people.ts'
import { demoRequests } from './demo-requests.ts'
import { insertDemoCase } from './insert-case.ts'
import { insertDemoNotifications } from './insert-notifications.ts'
import { insertDemoOperator, insertDemoRequest } from './insert-request.ts'

/**
 * Fills an empty database with the demo: organizations and their users, cases with scans, and support requests. Does
 * nothing if an account exists. An advisory lock allows only one of several starting nodes to fill the database.
 * @returns whether this call has filled the database
 */
export async function seedDemo(services: Services): Promise<boolean> {
  if (await hasAccounts(services)) return false
  const files = await storeDemoFiles(services.storage)
  const passwordHash = await hashPassword(passwordDigest(demoPassword))
  return services.database.transaction(async (tx) => {
    await tx
      .selectNoFrom((eb) => eb.fn<string>('pg_advisory_xact_lock', [eb.val(20_260_001)]).as('lock'))
      .execute()
    const existing = await tx.selectFrom('account').select('id').limit(1).executeTakeFirst()
    if (existing) return false
    const ids = await insertPeople(tx, passwordHash, services.now())
    for (const one of demoCases) await insertDemoCase(tx, one, ids, files, services.now())
    await insertDemoNotifications(tx, ids, services.now())
    await insertDemoOperator(tx, ids, services.now())
    for (const one of demoRequests) await insertDemoRequest(tx, one, ids, services.now())
    return true
  })
}

/** Returns the lines that the server prints after its start: the demo accounts and their password. */
export function demoSignIns(): readonly string[] {
  const lines = Object.values(demoPeople).map(({ name, email, organization, isAdministrator }) => {
    const { name: organizationName } = demoOrganizations[organization]
    return `  ${email.padEnd(28)} ${name}, ${organizationName}${isAdministrator ? ' (administrator)' : ''}`
  })
  return [`Demo sign-ins, all with the password ${demoPassword}`, ...lines]
}

async function hasAccounts(services: Services): Promise<boolean> {
  const row = await services.database.db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

async function insertPeople(tx: Tx, passwordHash: string, now: Date): Promise<DemoIds> {
  const organizations = mapKeys(demoOrganizations)
  const people = mapKeys(demoPeople)
  for (const [key, one] of Object.entries(demoOrganizations)) {
    await tx
      .insertInto('organization')
      .values({
        id: organizations[key as DemoOrganizationKey],
        name: one.name,
        name_key: organizationNameKey(one.name),
        business_type: one.businessType,
        registered_at: daysBefore(now, 200),
        verified_at: daysBefore(now, 200),
        address: one.address,
        office_phone: one.phone,
        email: one.email,
        about: one.about ?? '',
        terms: one.terms ?? '',
        website_url: one.websiteUrl ?? '',
        auto_accepts_partners: false,
      })
      .execute()
  }
  for (const [key, one] of Object.entries(demoPeople)) {
    await tx
      .insertInto('account')
      .values({
        id: people[key as DemoPersonKey],
        email: one.email,
        name: one.name,
        password_hash: passwordHash,
        organization_id: organizations[one.organization],
        is_organization_administrator: one.isAdministrator,
        email_verified_at: now,
        language: one.language,
      })
      .execute()
  }
  await insertPartnerships(tx, organizations, now)
  return { organizations, people }
}

async function insertPartnerships(
  tx: Tx,
  ids: Record<DemoOrganizationKey, string>,
  now: Date,
): Promise<void> {
  for (const [clinic, lab, status] of demoPartnerships) {
    const [low, high] = sortIds(ids[clinic], ids[lab])
    await tx
      .insertInto('partnership')
      .values({
        low_id: low,
        high_id: high,
        status,
        requested_by: ids[clinic],
        message: '',
        requested_at: daysBefore(now, status === 'partner' ? 190 : 1),
        decided_at: status === 'partner' ? daysBefore(now, 188) : null,
      })
      .execute()
  }
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

function mapKeys<Key extends string>(table: Record<Key, unknown>): Record<Key, string> {
  return Object.fromEntries(Object.keys(table).map((key) => [key, newId()])) as Record<Key, string>
}
