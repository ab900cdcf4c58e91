import type { Handlers } from '../../platform/http/handlers.ts'
import { dropJob, listFailedJobs, retryJob } from './failed-jobs.service.ts'
import { readHealth } from './health.service.ts'

/** Handlers of the calls for the state of the installation and its failed jobs. */
export const healthHandlers: Handlers<'health'> = {
  'health.get': (call) => readHealth(call),
  'health.listJobs': ({ tx, body }) => listFailedJobs(tx, body),
  'health.retryJob': async (call) => {
    await retryJob(call, call.params.id)
    return { done: true }
  },
  'health.dropJob': async (call) => {
    await dropJob(call, call.params.id)
    return { done: true }
  },
}
