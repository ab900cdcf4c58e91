import type { Handlers } from '../../platform/http/handlers.ts'
import { zoneOfRequest } from '../../platform/http/reader-zone.ts'
import { readChart, readStat, readTypes } from './dashboard.service.ts'

/** Calls of /dashboard (rules §12). */
export const dashboardHandlers: Handlers<'dashboard'> = {
  'dashboard.stat': ({ tx, scope }) => readStat(tx, scope),
  'dashboard.chart': async ({ tx, scope, services, request, query }) => {
    const reader = { zone: zoneOfRequest(request), now: services.now() }
    return { points: await readChart(tx, scope, query.range, reader) }
  },
  'dashboard.getOrderTypeStatData': async ({ tx, scope, request, body }) => ({
    types: await readTypes(tx, scope, body, zoneOfRequest(request)),
  }),
}
