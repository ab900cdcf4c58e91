import type { Handlers } from '../../platform/http/handlers.ts'
import { dropJob, listFailedJobs, retryJob } from './failed-jobs.service.ts'
import { readHealth } from './health.service.ts'

/** Handlers of the back office about the installation. */
export const healthHandlers: Handlers<'health'> = {
  'health.get': ({ tx, services }) => readHealth(tx, services),
  'health.listJobs': ({ tx, body }) => listFailedJobs(tx, body),
  'health.retryJob': async ({ tx, scope, params }) => {
    await retryJob(tx, scope, params.id)
    return { done: true }
  },
  'health.dropJob': async ({ tx, scope, params }) => {
    await dropJob(tx, scope, params.id)
    return { done: true }
  },
}
