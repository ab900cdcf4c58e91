import type { AllHandlers, RawRoute } from './http/handlers.ts'
import type { JobHandler, JobName } from './jobs/job-table.ts'

/** The handlers of all calls, put together from the features. */
export const handlers: Partial<AllHandlers> = {}

/** Calls beside the route table: the upload protocol. */
export const rawRoutes: readonly RawRoute[] = []

/** The handlers of all jobs. */
export const jobHandlers: Partial<{ [Name in JobName]: JobHandler<Name> }> = {}
