import type { Call, Handlers } from '../../platform/http/handlers.ts'
import { zoneOfRequest } from '../../platform/http/reader-zone.ts'
import { readChart, readStat, readTypes } from './dashboard.service.ts'
import { readInbox } from './inbox.service.ts'
import { readProduction } from './production.service.ts'

const readerOf = ({ request, services, scope }: Call<'request' | 'services' | 'scope'>) => ({
  accountId: scope.account.id,
  zone: zoneOfRequest(request),
  now: services.now(),
})

/** Handlers of /dashboard (rules §12). */
export const dashboardHandlers: Handlers<'dashboard'> = {
  'dashboard.stat': { fromReplica: (call) => readStat(call) },
  'dashboard.chart': {
    fromReplica: async (call) => ({ points: await readChart(call, call.query.range, readerOf(call)) }),
  },
  'dashboard.inbox': (call) => readInbox(call, readerOf(call)),
  'dashboard.production': {
    fromReplica: (call) => readProduction(call, call.query.range, readerOf(call)),
  },
  'dashboard.getOrderTypeStatData': {
    fromReplica: async (call) => ({
      types: await readTypes(call, call.body, zoneOfRequest(call.request)),
    }),
  },
}
