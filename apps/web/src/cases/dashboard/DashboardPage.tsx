import { chartRanges } from '@pontic/contract'
import { lazy, Suspense } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { hasPermission, kindOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { dayFromToday } from '../../frame/time-zone.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { StorageMeter } from '../../ui/StorageMeter.tsx'
import { StoppedUploads } from '../files/StoppedUploads.tsx'
import css from './Dashboard.module.css'
import { DayChart } from './DayChart.tsx'
import { Inbox } from './Inbox.tsx'
import { RangeChoice, rangeSearch } from './RangeChoice.tsx'
import { StatusTiles } from './StatusTiles.tsx'
import { TypeBars } from './TypeBars.tsx'

const CaseDrop = lazy(() =>
  import('../orders/new-case/CaseDrop.tsx').then((file) => ({ default: file.CaseDrop })),
)

/**
 * The dashboard: cases in which the user has something to do, cases by status, new cases by day and by type, and the used storage. The platform sees the cases of all
 * organizations. An individual sees their own storage and the cases that are shared with them.
 */
export function DashboardPage() {
  const t = useTexts()
  const session = useSession()
  const stat = useRead('dashboard.stat', {})
  if (!session) return null
  const kind = kindOf(session)
  const lead = kind === 'platform' ? 'leadPlatform' : kind === 'person' ? 'leadPerson' : 'lead'
  const storage = stat.data?.storage
  // The total of a new installation without organizations is 0, which is not a full storage.
  const hasStorage = storage && !(kind === 'platform' && storage.totalBytes === 0)
  return (
    <Page
      title={t('screens.dashboard')}
      width="text"
      lead={t(`dashboard.${lead}`, { organization: session.organization_name })}
    >
      <StoppedUploads />
      {hasPermission(session, 'dashboard.inbox') && <Inbox />}
      {stat.failure ? (
        <ErrorState {...stat.failure} onRetry={stat.refetch} />
      ) : (
        <StatusTiles counts={stat.data?.counts} />
      )}
      <Suspense fallback={null}>
        <CaseDrop />
      </Suspense>
      <Charts isPerson={kind === 'person'} />
      {hasStorage && (
        <Section title={t('common.label.storage')}>
          <StorageMeter storage={storage} />
        </Section>
      )}
    </Page>
  )
}

/** The charts of new cases in the selected range: by day and by type. */
function Charts({ isPerson }: { isPerson: boolean }) {
  const t = useTexts('dashboard')
  const common = useTexts('common')
  const texts = useTexts()
  const [{ range = '7d' }, setSearch] = useScreenSearch(rangeSearch)
  const span = { from: dayFromToday(1 - chartRanges[range]), to: dayFromToday() }
  const chart = useRead('dashboard.chart', { query: { range } })
  const types = useRead('dashboard.getOrderTypeStatData', { body: span })
  const title = texts(isPerson ? 'shared.list' : 'dashboard.graph')
  return (
    <div className={css.dashboardGraphs}>
      <Section
        title={title}
        actions={<RangeChoice value={range} onChange={(next) => setSearch({ range: next })} />}
      >
        <Loaded read={chart} skeleton={264}>
          {({ points }) => (
            <DayChart
              label={title}
              points={points}
              format={(count) => common('count.cases', { count })}
              isStale={chart.isStale}
            />
          )}
        </Loaded>
      </Section>
      <Section title={t('types')}>
        <Loaded read={types} skeleton={184}>
          {(data) => <TypeBars types={data.types} isStale={types.isStale} />}
        </Loaded>
      </Section>
    </div>
  )
}
