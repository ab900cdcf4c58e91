import { existsSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { type Health, type HealthLevel, type JobFailure, jobFailures } from '@pontic/contract'
import product from '../../../package.json' with { type: 'json' }
import { countMonthsAhead } from '../../platform/audit/audit-months.service.ts'
import { isOnDataDisk } from '../../platform/backup/target.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { getOutletState } from '../../platform/jobs/outlet-state.ts'
import { levelOfSpace } from '../../platform/storage/space.ts'
import {
  type DatabaseFacts,
  type QueueFacts,
  readDatabase,
  readDeliveries,
  readMailQueue,
  readQueue,
  readStoredBytes,
} from './health.queries.ts'

const minuteMs = 60_000
const lateMs = 5 * minuteMs
const stuckMs = 30 * minuteMs
const fullConnections = 0.8
/** A backup takes time, too. */
const oldBackup = 1.5
const veryOldBackup = 3
const archiveLateMs = 15 * minuteMs

/** Returns the current state of the installation, without secrets. */
export async function readHealth(call: Call<'tx' | 'services'>): Promise<Health> {
  const { tx, services } = call
  const startMs = performance.now()
  const database = await readDatabase(tx)
  const answerMs = Math.round((performance.now() - startMs) * 10) / 10
  const queue = await readQueue(tx)
  const deliveries = await readDeliveries(tx)
  const now = services.now()
  return {
    checkedAt: now.toISOString(),
    product: {
      version: product.version,
      runtime: `Node.js ${process.versions.node}, ${platform()} ${arch()}`,
      mode: services.config.mode,
      startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      nodes: database.nodes,
      runners: database.runners,
    },
    queue: { level: levelOfQueue(queue), ...queue },
    deliveries: { level: deliveries.failed > 0 ? 'warning' : 'fine', ...deliveries },
    storage: await readStorage(call),
    database: databaseOf(database, answerMs, await countMonthsAhead(tx)),
    mail: await readMail(call),
    backup: await readBackup(call),
  }
}

// Uses the real clock instead of `services.now()`, because the times of the queue come from PostgreSQL.
function levelOfQueue({ oldestDueAt, failed }: QueueFacts): HealthLevel {
  const waitedMs = oldestDueAt === null ? 0 : Date.now() - Date.parse(oldestDueAt)
  if (waitedMs > stuckMs) return 'broken'
  return waitedMs > lateMs || failed > 0 ? 'warning' : 'fine'
}

async function readStorage({
  tx,
  services: { storage, config },
}: Call<'tx' | 'services'>): Promise<Health['storage']> {
  const keptBytes = await readStoredBytes(tx)
  // Without a readable disk there are no figures.
  const { place } = config.storage
  const state = await storage.measure().catch(() => undefined)
  if (state === undefined) {
    const unknown = { totalBytes: null, freeBytes: null, failingSince: null }
    return { level: 'broken', place, isWritable: false, ...unknown, keptBytes }
  }
  const { totalBytes, freeBytes, isWritable, failingSince } = state
  const hasSizes = totalBytes !== null && freeBytes !== null
  const space = hasSizes ? levelOfSpace(totalBytes, freeBytes) : 'fine'
  const level = isWritable ? (failingSince !== null && space === 'fine' ? 'warning' : space) : 'broken'
  return { level, place, isWritable, totalBytes, freeBytes, keptBytes, failingSince }
}

function databaseOf(facts: DatabaseFacts, answerMs: number, auditMonthsAhead: number): Health['database'] {
  const { nodes: _, runners: __, ...shown } = facts
  const isCrowded = facts.connections > facts.connectionsMax * fullConnections
  const needsAttention = isCrowded || auditMonthsAhead < 1
  return { level: needsAttention ? 'warning' : 'fine', ...shown, answerMs, auditMonthsAhead }
}

async function readMail({ tx, services: { mailer } }: Call<'tx' | 'services'>): Promise<Health['mail']> {
  const { failure, ...state } = await getOutletState(tx, 'mail')
  const counts = await readMailQueue(tx)
  const isReachable = mailer.isReal ? await mailer.isReachable() : null
  const isFailing = state.failingSince !== null || counts.failed > 0
  return {
    level: isReachable === false ? 'broken' : isFailing ? 'warning' : 'fine',
    isReal: mailer.isReal,
    isReachable,
    ...counts,
    ...state,
    failure: jobFailures.find((word): word is JobFailure => word === failure) ?? null,
  }
}

async function readBackup({ tx, services }: Call<'tx' | 'services'>): Promise<Health['backup']> {
  const { backup, dataFolder } = services.config
  if (backup === undefined) {
    const unknown = { newestAt: null, archivedAt: null, failingSince: null }
    return { level: 'fine', isOn: false, isOnDataDisk: false, isKeyHere: false, ...unknown }
  }
  const made = await getOutletState(tx, 'backup')
  const archive = await getOutletState(tx, 'archive')
  const failingSince = [made.failingSince, archive.failingSince].filter((at) => at !== null).sort()[0] ?? null
  const ageOf = (at: string | null) => (at === null ? Infinity : services.now().getTime() - Date.parse(at))
  const age = ageOf(made.lastSentAt) / backup.everyMs
  const isLate = age > oldBackup || ageOf(archive.lastSentAt) > archiveLateMs || failingSince !== null
  // Without any backup the first one may be running.
  const isBroken = made.lastSentAt !== null && age > veryOldBackup
  const place = {
    isOnDataDisk: await isOnDataDisk(backup, dataFolder),
    isKeyHere:
      backup.keyFile !== undefined || (backup.localKeyFile !== undefined && existsSync(backup.localKeyFile)),
  }
  const needsAttention = isLate || place.isOnDataDisk || place.isKeyHere
  return {
    level: isBroken ? 'broken' : needsAttention ? 'warning' : 'fine',
    isOn: true,
    ...place,
    newestAt: made.lastSentAt,
    archivedAt: archive.lastSentAt,
    failingSince,
  }
}
