import { type ErrorKey, limits, type PullRun, temporaryPullReasons } from '@pontic/contract'
import { acquireLock } from '../../platform/db/advisory-lock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { Refusal } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { pauseForRequests } from '../../platform/pauses.ts'
import { encryptedColumns } from '../../platform/secrets/encrypted-columns.ts'
import type { Services } from '../../platform/services.ts'
import { openReader } from '../../platform/transports/open-transport.ts'
import { decryptSecrets } from '../../platform/transports/transfer-secrets.ts'
import type { RemoteFile, TransportReader } from '../../platform/transports/transport.ts'
import { type Candidate, findCandidates, fingerprintOf } from './find-candidates.ts'
import { AlreadyImported, deleteAbandonedDownloads, findImportedOrder, importCase } from './import-case.ts'
import {
  deleteMissingItems,
  listItemsOf,
  type PullItemRow,
  saveImported,
  updateItemOutcome,
  upsertItem,
} from './pull-items.queries.ts'
import { refusalOf } from './pull-refusal.ts'
import {
  createRun,
  findSettingRow,
  finishRun,
  type PullSettingRow,
  toLocation,
} from './pull-settings.queries.ts'
import { type ParsedCandidate, readCandidate } from './read-candidate.ts'

/** Time after which a run pauses, if the node receives requests. */
const sliceMs = 5

type Run = { services: Services; setting: PullSettingRow; reader: TransportReader }
type Outcome = 'taken' | 'known' | 'waiting' | 'refused' | 'nothing'

/** The columns of a setting that are read to enqueue a poll. */
type RunTarget = Pick<PullSettingRow, 'id' | 'clinic_id'>

/** Enqueues a poll of a setting. Replaces a poll that is already enqueued. Polls of several clinics take turns. */
export async function enqueueRun(tx: Tx, setting: RunTarget, cause: 'interval' | 'demand'): Promise<void> {
  await enqueueJob(tx, 'pull.run', payloadOf(setting, cause), {
    key: `pull.run:${setting.id}`,
    ...optionsOf(setting),
  })
}

const payloadOf = ({ id, clinic_id }: RunTarget, cause: PullRun['cause']) => ({
  settingId: id,
  organizationId: clinic_id,
  cause,
})
const optionsOf = ({ clinic_id }: RunTarget) => ({ attemptsMax: 3, turn: { organizationId: clinic_id } })

/**
 * Polls a setting's location once and imports complete candidates. An advisory lock allows one run of a setting at a time
 * on all nodes.
 * @throws database errors. An error of the remote server is not thrown, but stored as the failure of the run.
 */
export async function runSetting(
  services: Services,
  settingId: string,
  cause: PullRun['cause'],
): Promise<void> {
  const lock = await acquireLock(services.database.direct, `pull ${settingId}`)
  try {
    const setting = await findSettingRow(services.database.db, settingId)
    // The setting may have been deleted or disabled after the job was enqueued.
    if (setting === undefined || (cause !== 'demand' && !setting.is_enabled)) return
    await deleteAbandonedDownloads(services, settingId)
    const runId = newId(services.now().getTime())
    await createRun(services.database.db, { id: runId, settingId, cause, now: services.now() })
    const counts = { taken: 0, waiting: 0, refused: 0 }
    const failure = await pollAndImport(services, setting, counts)
    await finishRun(services.database.db, runId, { ...counts, failure, now: services.now() })
    await services.database.transaction(async (tx) => {
      if (counts.taken >= limits.pullCasesPerRun) await enqueueNextRun(tx, setting, cause)
      else if (counts.waiting > 0 && failure === null) await enqueueRecheck({ tx, services }, setting)
      const platform = await tx
        .selectFrom('organization')
        .select('id')
        .where('business_type', '=', 255)
        .execute()
      const organizationIds = platform.map(({ id }) => id)
      await notifyChange(tx, { feature: 'pullSettings', id: settingId, organizationIds })
    })
  } finally {
    await lock.release()
  }
}

/** Enqueues another run for the remaining candidates. It runs at the clinic's next turn. */
async function enqueueNextRun(tx: Tx, setting: RunTarget, cause: PullRun['cause']): Promise<void> {
  await enqueueJob(tx, 'pull.run', payloadOf(setting, cause), {
    key: `pull.look:${setting.id}`,
    ...optionsOf(setting),
  })
}

/** Enqueues another poll for candidates that are not complete yet. */
async function enqueueRecheck({ tx, services }: Call<'tx' | 'services'>, setting: RunTarget): Promise<void> {
  const runAt = new Date(services.now().getTime() + limits.pullLookSeconds * 1_000)
  await enqueueJob(tx, 'pull.run', payloadOf(setting, 'look'), {
    runAt,
    key: `pull.look:${setting.id}`,
    ...optionsOf(setting),
  })
}

/** Lists the files of the location and imports the candidates. @returns the key of the error that ended the poll, or null */
async function pollAndImport(
  services: Services,
  setting: PullSettingRow,
  counts: { taken: number; waiting: number; refused: number },
): Promise<ErrorKey | null> {
  let reader: TransportReader | undefined
  try {
    const secrets = decryptSecrets(services.encryptor, setting, encryptedColumns.pull.contextOf(setting.id))
    reader = await openReader(toLocation(setting), secrets, services.config.transports)
    const candidates = findCandidates(await reader.list())
    const known = await listItemsOf(services.database.db, setting.id)
    const seenIds: string[] = []
    let startedMs = performance.now()
    for (const candidate of candidates) {
      if (counts.taken >= limits.pullCasesPerRun) break
      const { outcome, itemId } = await importCandidate(
        { services, setting, reader },
        candidate,
        known.get(candidate.path),
      )
      if (itemId) seenIds.push(itemId)
      if (outcome === 'taken' || outcome === 'waiting' || outcome === 'refused') counts[outcome] += 1
      // Candidates that are already imported take so little time that one pause follows many of them.
      if (performance.now() - startedMs < sliceMs) continue
      await pauseForRequests(startedMs)
      startedMs = performance.now()
    }
    if (counts.taken < limits.pullCasesPerRun)
      await deleteMissingItems(services.database.db, setting.id, seenIds)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  } finally {
    await reader?.close()
  }
}

/**
 * Returns the document of a candidate, its archive, or all files of its folder. An imported candidate is read again only if one
 * of these files changes.
 */
const identifyingFilesOf = (candidate: Candidate): RemoteFile[] => {
  if (candidate.kind === 'document') return [candidate.document]
  return candidate.kind === 'archive' ? [candidate.archive] : candidate.nearbyFiles
}

async function importCandidate(
  run: Run,
  candidate: Candidate,
  item: PullItemRow | undefined,
): Promise<{ outcome: Outcome; itemId?: string | undefined }> {
  const { db } = run.services.database
  // Files that are added next to the document of an imported order do not cause another import.
  if (item?.state === 'taken' && item.head_fingerprint.equals(fingerprintOf(identifyingFilesOf(candidate))))
    return { outcome: 'known', itemId: item.id }
  let seen = item
  let read: ParsedCandidate | undefined
  try {
    const isArchive = candidate.kind === 'archive'
    // An archive is fetched only when its size is stable.
    if (isArchive) seen = await saveItem(run, candidate, [candidate.archive])
    if (isArchive && waitReasonOf(run, seen as PullItemRow, [candidate.archive], []))
      return await saveWaiting(run, seen, candidate)
    if (seen && isStillRefused(seen, candidate)) return { outcome: 'refused', itemId: seen.id }
    read = await readCandidate(run.reader, candidate, run.setting.format)
    if (read === undefined) return { outcome: 'nothing' }
    seen = await saveItem(run, candidate, read.files)
    const wait = waitReasonOf(run, seen, read.files, read.missing)
    if (wait !== undefined) {
      await updateItemOutcome(db, seen.id, { state: 'waiting', ...wait, system: read.document.source.system })
      return { outcome: 'waiting', itemId: seen.id }
    }
    return { outcome: await importOnce(run, read, seen), itemId: seen.id }
  } catch (error) {
    return await saveRefusal(run, candidate, read?.files ?? identifyingFilesOf(candidate), error)
  } finally {
    await read?.close()
  }
}

async function saveWaiting(run: Run, seen: PullItemRow | undefined, candidate: Candidate) {
  const wait = waitReasonOf(run, seen as PullItemRow, identifyingFilesOf(candidate), [])
  if (seen && wait) await updateItemOutcome(run.services.database.db, seen.id, { state: 'waiting', ...wait })
  return { outcome: 'waiting' as const, itemId: seen?.id }
}

const saveItem = (run: Run, candidate: Candidate, files: readonly RemoteFile[]) =>
  upsertItem(run.services.database.db, {
    settingId: run.setting.id,
    path: candidate.path,
    fingerprint: fingerprintOf(files),
    headFingerprint: fingerprintOf(identifyingFilesOf(candidate)),
    now: run.services.now(),
  })

/** Whether an archive was refused for a permanent reason and has not changed, so that it is not fetched again. */
const isStillRefused = (seen: PullItemRow, candidate: Candidate) =>
  candidate.kind === 'archive' &&
  seen.state === 'refused' &&
  !temporaryPullReasons.some((reason) => reason === seen.reason)

/**
 * Returns why a candidate waits, or undefined if it can be imported. A candidate waits while a file is empty, and until its
 * files have not changed for `pullLookSeconds`. If files are missing, it waits until `pullMissingFilesSeconds` have passed
 * since the last change.
 */
function waitReasonOf(
  { services }: Run,
  seen: PullItemRow,
  files: readonly RemoteFile[],
  missing: readonly string[],
): { reason: 'changing' | 'empty' | 'files_missing'; detail: string } | undefined {
  const stillSeconds = (services.now().getTime() - new Date(seen.unchanged_since).getTime()) / 1_000
  const empty = files.find(({ sizeBytes }) => sizeBytes === 0)
  if (empty) return { reason: 'empty', detail: empty.path }
  if (stillSeconds < limits.pullLookSeconds) return { reason: 'changing', detail: '' }
  if (missing.length > 0 && stillSeconds < limits.pullMissingFilesSeconds)
    return { reason: 'files_missing', detail: missing.join(', ').slice(0, 500) }
  return undefined
}

async function importOnce(run: Run, read: ParsedCandidate, seen: PullItemRow): Promise<Outcome> {
  const { services, setting } = run
  const { system } = read.document.source
  const found = await findImportedOrder({ services, setting }, read.document)
  if (found !== undefined) {
    await saveImported(services.database.db, seen.id, { orderId: found, system, now: services.now() })
    return 'known'
  }
  try {
    await importCase({ services, setting, itemId: seen.id }, read)
    return 'taken'
  } catch (error) {
    if (!(error instanceof AlreadyImported)) throw error
    return await importOnce(run, read, seen)
  }
}

/**
 * Saves why a candidate is refused or waits. Its files stay at the source.
 * @throws the given error if it is no reason to refuse the candidate (`refusalOf`)
 */
async function saveRefusal(
  run: Run,
  candidate: Candidate,
  files: readonly RemoteFile[],
  error: unknown,
): Promise<{ outcome: Outcome; itemId: string }> {
  const refusal = refusalOf(error)
  if (refusal === undefined) throw error
  const item = await saveItem(run, candidate, files)
  const { reason, detail } = refusal
  // A document that is still being written looks malformed, so it is refused only after it has stayed unchanged for a while.
  const isYoung = waitReasonOf(run, item, [], [])?.reason === 'changing'
  const isWaiting = isYoung || reason === 'changing'
  const state = isWaiting ? 'waiting' : 'refused'
  await updateItemOutcome(run.services.database.db, item.id, {
    state,
    reason: isWaiting ? 'changing' : reason,
    detail: isWaiting ? '' : detail,
  })
  return { outcome: state, itemId: item.id }
}
