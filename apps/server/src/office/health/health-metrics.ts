import { getOutletState } from '../../platform/jobs/outlet-state.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Services } from '../../platform/services.ts'
import { readDatabase, readDeliveries, readMailQueue, readQueue, readStoredBytes } from './health.queries.ts'
import { addTableGauges } from './table-gauges.ts'

/** Adds the figures of the health page to the metrics. All nodes of an installation report the same values. */
export function addHealthGauges(metrics: Metrics, services: Services): void {
  const { database, storage, now } = services
  addBackupGauges(metrics, services)
  addTableGauges(metrics, services)
  metrics.addGauges(
    {
      pontic_jobs_due: 'Jobs that should run now.',
      pontic_jobs_oldest_due_seconds: 'Seconds since the oldest due job should have run.',
      pontic_jobs_running: 'Jobs that run on any node.',
      pontic_jobs_failed: 'Jobs without attempts left. The health page can repeat or delete them.',
      pontic_mails_waiting: 'Mails that wait or will be tried again.',
      pontic_mails_failed: 'Mails without attempts left.',
      pontic_mail_failing_seconds: 'Seconds since mails began to fail. 0 if the last one was sent.',
      pontic_deliveries_waiting: 'Deliveries to other software that wait for their first attempt.',
      pontic_deliveries_retrying: 'Deliveries that will be tried again.',
      pontic_deliveries_failed: 'Deliveries without attempts left.',
    },
    async () => {
      const [queue, mails, deliveries, { failingSince }] = await Promise.all([
        readQueue(database.db),
        readMailQueue(database.db),
        readDeliveries(database.db),
        getOutletState(database.db, 'mail'),
      ])
      const failingMs = failingSince === null ? 0 : now().getTime() - Date.parse(failingSince)
      // The times of the queue come from PostgreSQL, so they are compared with the real clock.
      const waitedMs = queue.oldestDueAt === null ? 0 : Date.now() - Date.parse(queue.oldestDueAt)
      return {
        pontic_jobs_due: queue.due,
        pontic_jobs_oldest_due_seconds: Math.max(0, waitedMs / 1000),
        pontic_jobs_running: queue.running,
        pontic_jobs_failed: queue.failed,
        pontic_mails_waiting: mails.waiting,
        pontic_mails_failed: mails.failed,
        pontic_mail_failing_seconds: Math.max(0, failingMs / 1000),
        pontic_deliveries_waiting: deliveries.waiting,
        pontic_deliveries_retrying: deliveries.retrying,
        pontic_deliveries_failed: deliveries.failed,
      }
    },
  )
  metrics.addGauges(
    {
      pontic_database_bytes: 'Size of the database.',
      pontic_database_connections: 'Connections of all clients to PostgreSQL.',
      pontic_database_connections_max: 'Connections that PostgreSQL allows.',
      pontic_database_replicas: 'Replicas that receive changes from PostgreSQL.',
      pontic_nodes: 'Nodes with a connection to PostgreSQL.',
      pontic_stored_bytes: 'Bytes of the files of all cases.',
    },
    async () => {
      const facts = await readDatabase(database.db)
      return {
        pontic_database_bytes: facts.sizeBytes,
        pontic_database_connections: facts.connections,
        pontic_database_connections_max: facts.connectionsMax,
        pontic_database_replicas: facts.replicas,
        pontic_nodes: facts.nodes,
        pontic_stored_bytes: await readStoredBytes(database.db),
      }
    },
  )
  metrics.addGauges(
    {
      pontic_storage_free_bytes: 'Free bytes where the files are stored. S3 has no such figure.',
      pontic_storage_total_bytes: 'Capacity where the files are stored. S3 has no such figure.',
      pontic_storage_writable: '1 if a file can be written, otherwise 0.',
    },
    async () => {
      // Without a readable disk there are no sizes.
      const place = await storage.measure().catch(() => undefined)
      return {
        pontic_storage_free_bytes: place?.freeBytes ?? null,
        pontic_storage_total_bytes: place?.totalBytes ?? null,
        pontic_storage_writable: place?.isWritable ? 1 : 0,
      }
    },
  )
}

/** Adds the ages of backups. Before the first one they count from the start of the node, so that its absence raises an alert, too. */
function addBackupGauges(metrics: Metrics, { config, database, now }: Services): void {
  const { backup } = config
  if (backup === undefined) return
  const startedAt = now().getTime()
  metrics.addGauges(
    {
      pontic_backup_age_seconds: 'Seconds since the newest backup.',
      pontic_backup_interval_seconds: 'Seconds between two backups, as set by PONTIC_BACKUP_EVERY_HOURS.',
      pontic_backup_archive_age_seconds:
        'Seconds since changes were last copied to the backups. It is recorded once a minute.',
    },
    async () => {
      const made = await getOutletState(database.db, 'backup')
      const archive = await getOutletState(database.db, 'archive')
      const ageOf = (at: string | null) =>
        Math.max(0, (now().getTime() - (at === null ? startedAt : Date.parse(at))) / 1000)
      return {
        pontic_backup_age_seconds: ageOf(made.lastSentAt),
        pontic_backup_interval_seconds: backup.everyMs / 1000,
        pontic_backup_archive_age_seconds: ageOf(archive.lastSentAt),
      }
    },
  )
}
