import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ErrorKey, Permission } from '@pontic/contract'
import type { Services } from '../services.ts'
import { findActorOfSession, mintScope } from './actor.ts'
import { fail } from './fail.ts'
import type { StreamCall } from './handlers.ts'
import type { Scope } from './scope.ts'

/** What is sent: to whose session, by which right, under which name, and how it is refused once that session is gone. */
export type CsvDownload = {
  sessionId: string
  permission: Permission
  refusal: ErrorKey
  fileName: string
  linesOf: (scope: Scope) => AsyncIterable<string>
}

/**
 * Sends lines as a CSV file to the session that asked for them, while it lives and may read them; the right is judged anew.
 * @throws `refusal` where the session is gone, request.forbidden
 */
export async function sendCsv(
  { services, request, outgoing }: { services: Services } & Pick<StreamCall, 'request' | 'outgoing'>,
  { sessionId, permission, refusal, fileName, linesOf }: CsvDownload,
): Promise<void> {
  const actor = await findActorOfSession(services.database, sessionId, services.now())
  if (actor === undefined) fail(refusal)
  const opening = { isOpenToWaiting: false, isOpenToUnsecured: false, mode: services.config.mode }
  const scope = mintScope(actor, permission, opening, request)
  outgoing.setHeader('content-type', 'text/csv; charset=utf-8')
  outgoing.setHeader('content-disposition', `attachment; filename="${fileName}"`)
  outgoing.setHeader('cache-control', 'no-store')
  const watched = { sessionId, accountId: scope.account.id, organizationId: scope.organization.id }
  // Half a list must not look whole (threat T11).
  const unwatch = services.watchSession(watched, () => outgoing.destroy())
  try {
    await pipeline(Readable.from(linesOf(scope)), outgoing)
  } finally {
    unwatch()
  }
}
