import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { selectVariant } from '@pontic/contract'
import type { Logger } from 'pino'
import { checkOrdersVisible } from './cases/access/order-access.service.ts'
import { conversationJobs } from './cases/conversation/conversation.jobs.ts'
import { conversationHandlers } from './cases/conversation/conversation.routes.ts'
import { dashboardHandlers } from './cases/dashboard/dashboard.routes.ts'
import { deliveryHandlers } from './cases/delivery/delivery.routes.ts'
import { draftHandlers } from './cases/drafts/drafts.routes.ts'
import { fileJobs } from './cases/files/files.jobs.ts'
import { fileHandlers } from './cases/files/files.routes.ts'
import { uploadRoutes } from './cases/files/uploads.ts'
import { meshJobs } from './cases/meshes/meshes.jobs.ts'
import { meshHandlers } from './cases/meshes/meshes.routes.ts'
import { pausedProcessesOf } from './cases/meshes/paused-processes.ts'
import { orderJobs } from './cases/orders/orders.jobs.ts'
import { orderHandlers } from './cases/orders/orders.routes.ts'
import { partnersJobs } from './cases/partners/partners.jobs.ts'
import { partnersHandlers } from './cases/partners/partners.routes.ts'
import { erasureJobs, replayAtStart } from './cases/patients/patients.jobs.ts'
import { patientHandlers } from './cases/patients/patients.routes.ts'
import { prescriptionJobs } from './cases/prescriptions/prescriptions.jobs.ts'
import { prescriptionsHandlers } from './cases/prescriptions/prescriptions.routes.ts'
import { previewEventsHandler } from './cases/previews/preview-events.routes.ts'
import { previewHandlers } from './cases/previews/previews.routes.ts'
import { remakeHandlers } from './cases/remakes/remakes.routes.ts'
import { reviewHandlers } from './cases/reviews/reviews.routes.ts'
import { viewHandlers } from './cases/views/views.routes.ts'
import type { Config } from './config/config.ts'
import { documentHandlers } from './exchange/order-documents/documents.routes.ts'
import { orderInboxHandlers } from './exchange/order-inbox/order-inbox.routes.ts'
import { pullJobs } from './exchange/pull/pull.jobs.ts'
import { pullHandlers } from './exchange/pull/pull.routes.ts'
import { pushJobs } from './exchange/push/push.jobs.ts'
import { pushSettingHandlers } from './exchange/push/push.routes.ts'
import { registerHooks } from './hooks.ts'
import { auditHandlers } from './office/audit/audit.routes.ts'
import { healthHandlers } from './office/health/health.routes.ts'
import { addHealthGauges } from './office/health/health-metrics.ts'
import { manageJobs } from './office/manage/manage.jobs.ts'
import { manageHandlers } from './office/manage/manage.routes.ts'
import { assertWorkOrdersVisible } from './office/workorders/workorder-access.service.ts'
import { workOrderJobs } from './office/workorders/workorders.jobs.ts'
import {
  operatorHandlers,
  workOrderHandlers,
  workTypeHandlers,
} from './office/workorders/workorders.routes.ts'
import { pagesOf } from './pages.ts'
import { accountsJobs } from './people/accounts/accounts.jobs.ts'
import { accountsHandlers } from './people/accounts/accounts.routes.ts'
import { apiKeyHandlers } from './people/api-keys/api-keys.routes.ts'
import { imageJobs } from './people/images/images.jobs.ts'
import { imageHandlers } from './people/images/images.routes.ts'
import { invitationsHandlers } from './people/invitations/invitations.routes.ts'
import { membersHandlers } from './people/members/members.routes.ts'
import { browserNotificationHandlers } from './people/notifications/browser-notifications.routes.ts'
import { notificationJobs } from './people/notifications/notifications.jobs.ts'
import { notificationHandlers } from './people/notifications/notifications.routes.ts'
import { organizationsHandlers } from './people/organizations/organizations.routes.ts'
import { sessionHandlers } from './people/session/session.routes.ts'
import { twoFactorHandlers } from './people/two-factor/two-factor.routes.ts'
import { auditJobs } from './platform/audit/audit.jobs.ts'
import { captchaJobs } from './platform/captcha/captcha.jobs.ts'
import { captchaHandlers } from './platform/captcha/captcha.routes.ts'
import {
  assertPoolerSettings,
  assertUnicodeSupport,
  findMissingMigrations,
} from './platform/db/check-cluster.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { eventsHandlers } from './platform/events/events.routes.ts'
import { type Hub, openHub } from './platform/events/hub.ts'
import type { AllHandlers, RawRoute } from './platform/http/handlers.ts'
import { createServer, stopServer } from './platform/http/server.ts'
import { bindPages, serveWebApp } from './platform/http/site.ts'
import type { ObjectCheck } from './platform/http/stored-replies.ts'
import { cleanupJobs } from './platform/jobs/cleanup.jobs.ts'
import type { JobHandlerTable } from './platform/jobs/runner.ts'
import { openLog } from './platform/log.ts'
import { openDevelopmentMailer } from './platform/mail/development-mailer.ts'
import { mailJobs } from './platform/mail/mail.jobs.ts'
import { openSmtpMailer } from './platform/mail/smtp-mailer.ts'
import { serveMetrics } from './platform/metrics/metrics-server.ts'
import { addNodeGauges, type Observation, startObservation } from './platform/metrics/observation.ts'
import { openEncryptor } from './platform/secrets/encryptor.ts'
import type { Services } from './platform/services.ts'
import { openDevelopmentSmsSender } from './platform/sms/development-sms-sender.ts'
import { openGatewaySmsSender } from './platform/sms/gateway-sms-sender.ts'
import { smsJobs } from './platform/sms/sms.jobs.ts'
import type { SmsSender } from './platform/sms/sms-sender.ts'
import { openCheckedStorage } from './platform/storage/open-storage.ts'

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** The parts of a node that tests replace. */
export type Replacements = {
  now?: () => Date
  /** Whether each reply is validated with its schema. A reply that does not match fails the call. */
  checksReplies?: boolean
  log?: Logger
  /** Whether due jobs run automatically. Tests run them with `App.runJobs`. */
  runsJobs?: boolean
}

/** A node: one server process of the portal. */
export type App = {
  services: Services
  /**
   * Starts the HTTP server, and the job runner unless the role is `web` or a test has turned it off.
   * @returns the address of the server
   */
  listen: () => Promise<string>
  /** Runs all jobs that are due. */
  runJobs: () => Promise<void>
  /** Address of the metrics of a listening node, such as `http://127.0.0.1:9464`; undefined without PONTIC_METRICS_ADDRESS. */
  metricsUrl: () => string | undefined
  /**
   * Answers 503 at /readyz, still answers calls for PONTIC_DRAIN_SECONDS, then closes event streams, waits for running requests and
   * jobs, and closes all connections. Jobs that take longer than PONTIC_STOP_SECONDS stay locked, like those of a killed node.
   */
  close: () => Promise<void>
}

/** Collects the handlers of all calls. The type `AllHandlers` requires one for each call. */
const handlersOf = (hub: Hub): AllHandlers => ({
  ...eventsHandlers(hub),
  ...sessionHandlers,
  ...accountsHandlers,
  ...captchaHandlers,
  ...twoFactorHandlers,
  ...membersHandlers,
  ...manageHandlers,
  ...invitationsHandlers,
  ...organizationsHandlers,
  ...apiKeyHandlers,
  ...patientHandlers,
  ...partnersHandlers,
  ...orderHandlers,
  ...orderInboxHandlers,
  ...conversationHandlers,
  ...remakeHandlers,
  ...reviewHandlers,
  ...fileHandlers,
  ...prescriptionsHandlers,
  ...previewHandlers,
  ...previewEventsHandler(hub),
  ...meshHandlers,
  ...imageHandlers,
  ...dashboardHandlers,
  ...deliveryHandlers,
  ...draftHandlers,
  ...documentHandlers,
  ...viewHandlers,
  ...notificationHandlers,
  ...browserNotificationHandlers,
  ...pullHandlers,
  ...pushSettingHandlers,
  ...workOrderHandlers,
  ...workTypeHandlers,
  ...operatorHandlers,
  ...auditHandlers,
  ...healthHandlers,
})

const objectChecks: readonly ObjectCheck[] = [checkOrdersVisible, assertWorkOrdersVisible]
const rawRoutes: readonly RawRoute[] = uploadRoutes

/** The handlers of all jobs. The type `JobHandlerTable` requires one for each job. */
export const jobHandlers: JobHandlerTable = {
  ...accountsJobs,
  ...captchaJobs,
  ...conversationJobs,
  ...orderJobs,
  ...prescriptionJobs,
  ...fileJobs,
  ...erasureJobs,
  ...imageJobs,
  ...mailJobs,
  ...meshJobs,
  ...manageJobs,
  ...notificationJobs,
  ...partnersJobs,
  ...pullJobs,
  ...smsJobs,
  ...pushJobs,
  ...workOrderJobs,
  ...auditJobs,
  ...cleanupJobs,
}

// Only nodes that run jobs import the job queue. Without it a node starts a tenth of a second faster.
const importRunner = () => import('./platform/jobs/runner.ts')
const importBackups = () => import('./platform/backup/keeper.ts')

/**
 * Creates a node with its database connection, storage, mailer, event hub, job runner and HTTP server. Migrates the database
 * first if `config.databaseOwnerUrl` is set.
 * @throws Error that names the fault if migrations are missing, the PostgreSQL cluster is unsuitable, or the web app was built
 *   for another variant
 */
export async function buildApp(config: Config, replacements: Replacements = {}): Promise<App> {
  selectVariant(config.variant)
  const log = replacements.log ?? openLog(config.logLevel)
  const { metrics, traces, onStatement } = await startObservation(config, log)
  const database = await openMigratedDatabase(config, log, onStatement)
  registerHooks()
  const now = replacements.now ?? (() => new Date())
  const hub = await openHub(database, now)
  const stopping = new AbortController()
  const observed = { log, metrics, traces, stopping: stopping.signal }
  const services = await openServices(config, database, hub, now, observed)
  if (metrics) {
    addNodeGauges(metrics, database.pool, hub.countStreams)
    addHealthGauges(metrics, services)
  }
  const handlers = handlersOf(hub)
  const checksReplies = replacements.checksReplies ?? false
  const server = createServer({ services, handlers, rawRoutes, checksReplies, objectChecks })
  bindPages(server, pagesOf(services))
  serveWebApp(server, config.role === 'worker' ? undefined : webFolder)
  let runner: { close: () => Promise<void> } | undefined
  let backups: { close: () => Promise<void> } | undefined
  let metricsServer: Awaited<ReturnType<typeof serveMetrics>> | undefined
  return {
    services,
    listen: async () => {
      if (metrics && config.metricsAddress) metricsServer = await serveMetrics(metrics, config.metricsAddress)
      if (config.role !== 'web' && replacements.runsJobs !== false)
        runner = (await importRunner()).startRunner(jobHandlers, services)
      if (runner !== undefined) void replayAtStart(services)
      if (runner !== undefined && config.backup) backups = (await importBackups()).startBackups(services)
      return await server.listen({ host: config.host, port: config.port })
    },
    runJobs: async () => (await importRunner()).runDueJobs(jobHandlers, services),
    metricsUrl: () => metricsServer?.url,
    close: async () => {
      stopping.abort()
      if (server.server.listening) await wait(config.drainMs)
      const stopped = Promise.all([
        stopServer(server, config.stopMs),
        isDoneWithin(Promise.all([runner?.close(), backups?.close()]), config.stopMs),
      ])
      hub.endStreams()
      const [, haveJobsEnded] = await stopped
      await hub.close()
      await metricsServer?.close()
      pausedProcessesOf(services).killAll()
      await services.mailer.close()
      await services.storage.close()
      const closed = database.close()
      // A job that goes on may keep its connection until the process ends.
      if (haveJobsEnded) await closed
      await traces?.close()
    },
  }
}

/** Waits for the end of some work, at most for this time. @returns false if the work takes longer */
async function isDoneWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, limitMs, false)
  })
  try {
    return await Promise.race([work.then(() => true), limit])
  } finally {
    clearTimeout(timer)
  }
}

async function openMigratedDatabase(
  config: Config,
  log: Logger,
  onStatement: Observation['onStatement'],
): Promise<Database> {
  if (config.databaseOwnerUrl !== '') await migrate(config.databaseOwnerUrl)
  const database = openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    replicaUrl: config.databaseReplicaUrl,
    maxConnections: config.databaseConnections,
    applicationName: 'pontic',
    onMove: (server) => log.warn({ server }, 'Another PostgreSQL server accepts writes now.'),
    onStatement,
  })
  if (config.databaseDirectUrl !== '') await assertPoolerSettings(database)
  await assertUnicodeSupport(database)
  const missing = await findMissingMigrations(database)
  if (missing.length === 0) return database
  throw new Error(`The database lacks the migrations ${missing.join(', ')}. Run the command migrate first.`)
}

async function openServices(
  config: Config,
  database: Database,
  hub: Hub,
  now: () => Date,
  observed: Pick<Services, 'log' | 'metrics' | 'traces' | 'stopping'>,
): Promise<Services> {
  const hasSmtp = config.smtpUrl !== ''
  return {
    config,
    database,
    storage: await openCheckedStorage(config, observed.log),
    encryptor: await openEncryptor(config),
    mailer: hasSmtp ? openSmtpMailer(config.smtpUrl, config.mailFrom) : openDevelopmentMailer(database, now),
    smsSender: openSmsSender(config, database, now),
    now,
    ...observed,
    watchSession: hub.watchSession,
  }
}

function openSmsSender(config: Config, database: Database, now: () => Date): SmsSender | undefined {
  if (config.smsGateway) return openGatewaySmsSender(config.smsGateway)
  return config.mode === 'demo' ? openDevelopmentSmsSender(database, now) : undefined
}
