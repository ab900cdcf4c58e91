import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { joinInviters } from './partner-invitations.service.ts'

/** Job that creates the partnerships of accepted invitations. */
export const partnersJobs: JobHandlers<'partners'> = {
  'partners.joinInviters': ({ organizationId }, services) =>
    services.database.transaction((tx) => joinInviters({ tx, services }, organizationId)),
}
