import { businessTypes, Email, limits, readInput } from '@pontic/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { organizationNameKey } from '../../platform/db/name-key.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { newSecret } from '../../platform/secrets/tokens.ts'
import type { Services } from '../../platform/services.ts'
import { replaceCode } from './accounts.queries.ts'
import { codeLinks, noPasswordHash } from './accounts.shared.ts'

const lockKey = 7_260_117
const platformName = 'Pontic'
const accountName = 'Administrator'

/**
 * Creates the link with which the first platform administrator sets a password (rules §15). It works once and within 24
 * hours. If several nodes start at once, one of them gets the link. A later start creates another link if the last one
 * expired.
 * @param isForced creates a link even if the last one is still valid; the last one then becomes invalid
 * @returns the URL of the link; undefined if a platform administrator has a password, or the last link is
 *   still valid
 * @throws Error if the account does not exist yet and PONTIC_FIRST_ADMINISTRATOR is not a valid email address
 */
export async function createFirstAdministratorLink(
  services: Services,
  isForced = false,
): Promise<string | undefined> {
  const { config, database, now } = services
  return await database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    if (await hasAdministrator(tx)) return undefined
    const account = (await findFirstAdministrator(tx)) ?? (await createFirstAdministrator({ tx, services }))
    if (!isForced && (await hasValidCode(tx, account.id, now()))) return undefined
    const code = newSecret()
    await replaceCode(tx, {
      sha256: code.sha256,
      accountId: account.id,
      purpose: 'reset_password',
      email: account.email,
      now: now(),
      expiresAt: new Date(now().getTime() + limits.passwordResetHours * 3_600_000),
    })
    await recordAudit(
      tx,
      {},
      { action: 'accounts.firstAdministrator', objectType: 'account', objectId: account.id },
    )
    return `${config.publicUrl}${codeLinks.reset_password(code.text)}`
  })
}

type FirstAdministrator = { id: string; email: string }

function administrators(tx: Tx) {
  return tx
    .selectFrom('account as a')
    .innerJoin('organization as o', 'o.id', 'a.organization_id')
    .select(['a.id', 'a.email'])
    .where('o.business_type', '=', businessTypes.platform)
    .where('a.is_organization_administrator', '=', true)
    .where('a.deleted_at', 'is', null)
}

async function hasAdministrator(tx: Tx): Promise<boolean> {
  const row = await administrators(tx)
    .where('a.password_hash', '<>', noPasswordHash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function findFirstAdministrator(tx: Tx): Promise<FirstAdministrator | undefined> {
  return administrators(tx).orderBy('a.created_at').limit(1).executeTakeFirst()
}

async function hasValidCode(tx: Tx, accountId: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('email_code')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'reset_password')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

async function createFirstAdministrator({
  tx,
  services: { config, now },
}: Call<'tx' | 'services'>): Promise<FirstAdministrator> {
  const address = readInput(Email, config.firstAdministrator)
  if (!address.isValid)
    throw new Error('PONTIC_FIRST_ADMINISTRATOR is missing: the email address of the first administrator.')
  const organizationId =
    (await findPlatformId(tx)) ?? (await createPlatformOrganization(tx, address.value, now()))
  const id = newId()
  await tx
    .insertInto('account')
    .values({
      id,
      email: address.value,
      name: accountName,
      password_hash: noPasswordHash,
      organization_id: organizationId,
      is_organization_administrator: true,
      // The address counts as verified, because the operator of the installation has configured it.
      email_verified_at: now(),
      created_at: now(),
      updated_at: now(),
    })
    .execute()
  return { id, email: address.value }
}

async function findPlatformId(tx: Tx): Promise<string | undefined> {
  const row = await tx
    .selectFrom('organization')
    .select('id')
    .where('business_type', '=', businessTypes.platform)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

async function createPlatformOrganization(tx: Tx, email: string, now: Date): Promise<string> {
  const id = newId()
  await tx
    .insertInto('organization')
    .values({
      id,
      name: platformName,
      name_key: organizationNameKey(platformName),
      business_type: businessTypes.platform,
      email,
      registered_at: now,
      verified_at: now,
    })
    .execute()
  return id
}
