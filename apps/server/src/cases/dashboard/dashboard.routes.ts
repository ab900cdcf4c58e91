import type { Handlers } from '../../platform/http/handlers.ts'
import { zoneOfRequest } from '../../platform/http/reader-zone.ts'
import { readChart, readStat, readTypes } from './dashboard.service.ts'

/** Handlers of /dashboard (rules §12). */
export const dashboardHandlers: Handlers<'dashboard'> = {
  'dashboard.stat': (call) => readStat(call),
  'dashboard.chart': async (call) => {
    const reader = { zone: zoneOfRequest(call.request), now: call.services.now() }
    return { points: await readChart(call, call.query.range, reader) }
  },
  'dashboard.getOrderTypeStatData': async (call) => ({
    types: await readTypes(call, call.body, zoneOfRequest(call.request)),
  }),
}
