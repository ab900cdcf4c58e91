import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useListSearch } from '../../ui/ListScreen.tsx'
import { firstPage } from '../../ui/list.ts'
import { Page } from '../../ui/Page.tsx'
import { ApplicationsTab } from './ApplicationsTab.tsx'
import { InvitationList } from './InvitationList.tsx'
import { InviteButton } from './InviteButton.tsx'
import { PartnerListTab } from './PartnerListTab.tsx'
import css from './Partners.module.css'
import { partnerList } from './PartnerTable.tsx'
import {
  applicationsQuery,
  countQuery,
  type PartnerTab,
  partnerAddress,
  partnerTabs,
} from './partner-search.ts'
import { SearchTab } from './SearchTab.tsx'

const panels = { search: SearchTab, applications: ApplicationsTab, partners: PartnerListTab } as const

/** The page of partners with three tabs, each with its own address (requirement 2.partners.tab). */
export function PartnersPage() {
  const t = useTexts()
  const [search, onSearch] = useListSearch(partnerList, partnerAddress)
  const counts = useCounts()
  const tab = useTab(
    partnerTabs.find((one) => one === search.tab),
    counts,
  )
  const open = (next: string | null) =>
    onSearch({ tab: next ?? undefined, words: undefined, ...firstPage, size: undefined })
  const bar = useTabInView(counts.isKnown ? tab : undefined)
  return (
    <Page
      title={t('screens.partners')}
      actions={
        <InviteButton
          orderId={search.invite}
          onClose={() => onSearch({ invite: undefined }, { replace: true })}
        />
      }
    >
      <Tabs value={tab ?? null} onChange={open} keepMounted={false} className={css.partnerTabs}>
        <Tabs.List ref={bar} aria-label={t('partners.tabs')}>
          {partnerTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              <TabName tab={one} counts={counts} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {partnerTabs.map((one) => {
          const Panel = panels[one]
          return (
            <Tabs.Panel key={one} value={one}>
              <Panel />
            </Tabs.Panel>
          )
        })}
      </Tabs>
      <InvitationList />
    </Page>
  )
}

/** Scrolls the bar of tabs to the selected tab, because the bar is wider than a phone. @returns the ref of the bar */
function useTabInView(tab: PartnerTab | undefined) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tab === undefined) return
    const open = bar.current?.querySelector('[aria-selected="true"]')
    open?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab])
  return bar
}

type Counts = ReturnType<typeof useCounts>

function TabName({ tab, counts }: { tab: PartnerTab; counts: Counts }) {
  const t = useTexts('partners')
  const { number } = useFormats()
  const count = { search: undefined, ...counts }[tab]
  const isWaiting = tab === 'applications' && (counts.waiting ?? 0) > 0
  return (
    <>
      {t(`${tab}Tab`)}
      {count !== undefined && count > 0 && (
        <span
          className={clsx(css.tabCount, 'figures')}
          data-waiting={isWaiting || undefined}
          aria-hidden={isWaiting}
        >
          {number(count)}
        </span>
      )}
      {isWaiting && <span className="only-read">, {t('waitingForYou', { count: counts.waiting ?? 0 })}</span>}
    </>
  )
}

function useCounts() {
  const applications = useRead('partners.listApplications', { body: applicationsQuery({}) })
  const partners = useRead('partners.list', { body: countQuery })
  return {
    applications: applications.data?.total,
    waiting: applications.data?.list.filter((one) => one.relation === 'received').length,
    partners: partners.data?.total,
    isKnown: !applications.isLoading && !partners.isLoading,
  }
}

/**
 * Returns the tab of the address. The default is `applications` if an application waits for an answer of the
 * user's organization, else `partners` if there are any, else `search`. The default is undefined until the
 * counts are loaded, and does not change after that.
 */
function useTab(requested: PartnerTab | undefined, counts: Counts): PartnerTab | undefined {
  const first = useRef<PartnerTab>(undefined)
  if (first.current === undefined && counts.isKnown) {
    if ((counts.waiting ?? 0) > 0) first.current = 'applications'
    else first.current = (counts.partners ?? 0) > 0 ? 'partners' : 'search'
  }
  return requested ?? first.current
}
