import type { ProductionRemakes, RouteReply, Routes } from '@pontic/contract'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { useSession } from '../../frame/session.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { BarTable } from './BarTable.tsx'
import css from './Dashboard.module.css'
import { DayChart } from './DayChart.tsx'
import { Inbox } from './Inbox.tsx'
import { RangeChoice, rangeSearch } from './RangeChoice.tsx'
import { TypeName } from './TypeBars.tsx'

type Production = RouteReply<Routes['dashboard.production']>

const daySeconds = 86_400
const partnersMax = 10

/** The home page of a laboratory: cases in which it has something to do, and the figures of its production. */
export function HomePage() {
  const t = useTexts()
  const session = useSession()
  const [{ range = '7d' }, setSearch] = useScreenSearch(rangeSearch)
  const read = useRead('dashboard.production', { query: { range } })
  if (!session) return null
  return (
    <Page
      title={t('screens.dashboard')}
      width="text"
      lead={t('dashboard.lead', { organization: session.organization_name })}
    >
      <Inbox />
      <Loaded read={read} skeleton={520}>
        {(data) => (
          <Figures
            data={data}
            isStale={read.isStale}
            choice={<RangeChoice value={range} onChange={(next) => setSearch({ range: next })} />}
          />
        )}
      </Loaded>
    </Page>
  )
}

function Figures({ data, isStale, choice }: { data: Production; isStale: boolean; choice: ReactNode }) {
  const t = useTexts('dashboard.production')
  const common = useTexts('common')
  const cases = (count: number) => common('count.cases', { count })
  return (
    <>
      <div className={css.dashboardGraphs}>
        <Section title={t('received')} actions={choice}>
          <DayChart label={t('received')} points={data.received} format={cases} isStale={isStale} />
        </Section>
        <Section title={t('onTime')}>
          <OnTime data={data} isStale={isStale} />
        </Section>
      </div>
      <div className={css.dashboardGraphs}>
        <Section title={t('due')}>
          <DayChart label={t('due')} points={data.due} format={cases} />
        </Section>
        <Section title={t('turnaround')}>
          <TurnaroundBars data={data} isStale={isStale} />
        </Section>
      </div>
      <Remakes remakes={data.remakes} isStale={isStale} />
    </>
  )
}

/** The share of shipped cases that were shipped on their delivery day or before, and their number. */
function OnTime({ data, isStale }: { data: Production; isStale: boolean }) {
  const t = useTexts('dashboard.production')
  const { number, percent } = useFormats()
  const { dated, onTime } = data
  if (dated === 0) return <p className="quiet">{t('none')}</p>
  return (
    <div className={css.rate} data-stale={isStale || undefined}>
      <p className="figures">
        <strong>{percent(onTime / dated)}</strong>{' '}
        <span className="quiet">
          {number(onTime)} / {number(dated)}
        </span>
      </p>
      <div className={css.typeBar} aria-hidden="true">
        <span style={{ width: `${(onTime / dated) * 100}%` }} />
      </div>
    </div>
  )
}

function TurnaroundBars({ data, isStale }: { data: Production; isStale: boolean }) {
  const t = useTexts()
  const { number } = useFormats()
  const rows = data.turnaround.flatMap(({ averageSeconds, ...row }) =>
    averageSeconds === null ? [] : [{ ...row, days: averageSeconds / daySeconds }],
  )
  if (rows.length === 0) return <p className="quiet">{t('dashboard.production.none')}</p>
  const longest = Math.max(...rows.map(({ days }) => days), 1 / 24)
  return (
    <BarTable
      heads={[t('common.label.type'), t('dashboard.production.turnaround'), t('common.label.cases')]}
      isStale={isStale}
      rows={rows.map(({ type, days, shipped }) => ({
        key: type,
        label: <TypeName type={type} />,
        value: number(days, 1),
        note: t('common.count.cases', { count: shipped }),
        share: days / longest,
      }))}
    />
  )
}

/** The remakes by the cause that both parties state, and by clinic. */
function Remakes({ remakes, isStale }: { remakes: ProductionRemakes; isStale: boolean }) {
  const t = useTexts()
  const { number } = useFormats()
  const { total, agreed, disputed, unanswered, partners } = remakes
  const byCause = [
    ...agreed.map(({ cause, count }) => ({ key: cause, label: t(`remakes.causes.${cause}`), count })),
    { key: 'disputed', label: t('remakes.section.disputed'), count: disputed },
    { key: 'unanswered', label: t('remakes.section.missing'), count: unanswered },
  ].filter(({ count }) => count > 0)
  const toRow = ({ key, label, count }: { key: string; label: string; count: number }) => ({
    key,
    label,
    value: number(count),
    share: count / total,
  })
  const none = <p className="quiet">{t('dashboard.production.none')}</p>
  const heads = [t('remakes.dialog.cause'), t('remakes.section.title')] as const
  return (
    <div className={clsx(css.dashboardGraphs, css.halves)}>
      <Section title={t('remakes.figures.title')}>
        {total === 0 ? none : <BarTable heads={heads} isStale={isStale} rows={byCause.map(toRow)} />}
      </Section>
      <Section title={t('dashboard.production.byPartner')}>
        {total === 0 ? (
          none
        ) : (
          <BarTable
            heads={[t('common.label.clinic'), heads[1]]}
            isStale={isStale}
            rows={partners
              .slice(0, partnersMax)
              .map(({ partnerId, partnerName, count }) =>
                toRow({ key: partnerId, label: partnerName, count }),
              )}
          />
        )}
      </Section>
    </div>
  )
}
