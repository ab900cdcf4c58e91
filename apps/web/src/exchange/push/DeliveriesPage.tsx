import { Button } from '@mantine/core'
import { type Delivery, deliveryStates, pushEvents } from '@pontic/contract'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { BulkBar } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { Page } from '../../ui/Page.tsx'
import { PagedList, type ReadList } from '../../ui/PagedList.tsx'
import { type ChangeSearch, firstPage, pagingOf } from '../../ui/paged-search.ts'
import { DeliverySearch } from '../settings/transfer-search.ts'
import { mayReplay, PhoneDelivery, useDeliveryColumns, useDeliveryName } from './DeliveryTable.tsx'
import { type PressDelivery, useDeliveryActions } from './use-delivery-actions.tsx'
import '../settings/Transfers.css'

const noFilters = {
  words: undefined,
  setting: undefined,
  state: undefined,
  event: undefined,
  ...firstPage,
} as const

/** The log of what push settings have sent: filters, answers, sending again, giving up. */
export function DeliveriesPage() {
  const t = useTexts()
  const [search, change] = useScreenSearch(DeliverySearch)
  const onSearch = change as ChangeSearch<DeliverySearch>
  const { words = '', setting = null, state = null, event = null } = search
  const body = { words, settingId: setting, state, event, ...pagingOf(search) }
  const list = useRead('pushSettings.listDeliveries', { body }, { isFresh: true })
  const actions = useDeliveryActions()
  return (
    <Page title={t('screens.pushDeliveries')} total={list.data?.total} lead={t('transfers.log.lead')}>
      <div className="transfer-panel">
        <DeliveryBar search={search} onSearch={onSearch} />
        <DeliveryList list={list} search={search} onSearch={onSearch} onPress={actions.press} />
      </div>
      {actions.dialog}
    </Page>
  )
}

type Searching = { search: DeliverySearch; onSearch: ChangeSearch<DeliverySearch> }

function DeliveryBar({ search, onSearch }: Searching) {
  const t = useTexts()
  const settings = useRead('pushSettings.listOptions', {})
  const filter = (
    key: 'setting' | 'state' | 'event',
    label: string,
    options: { value: string; label: string }[],
  ) => ({
    key,
    label,
    options,
    value: search[key],
    onChange: (value: string | undefined) => onSearch({ [key]: value, ...firstPage }),
  })
  return (
    <FilterChips
      search={
        <SearchField
          label={t('transfers.log.search')}
          value={search.words ?? ''}
          onChange={(words) => onSearch({ words: words || undefined, ...firstPage }, { replace: true })}
        />
      }
      filters={[
        filter(
          'state',
          t('common.label.status'),
          deliveryStates.map((value) => ({ value, label: t(`transfers.state.${value}`) })),
        ),
        filter(
          'event',
          t('transfers.log.event'),
          pushEvents.map((value) => ({ value, label: t(`transfers.event.${value}`) })),
        ),
        filter(
          'setting',
          t('transfers.setting'),
          (settings.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ),
      ]}
    />
  )
}

function DeliveryList(
  props: Searching & {
    list: ReadList<Delivery>
    onPress: PressDelivery
  },
) {
  const t = useTexts('transfers.log')
  const screens = useTexts('screens')
  const nameOf = useDeliveryName()
  const columns = useDeliveryColumns(props.onPress)
  const [selected, select] = useState<string[]>([])
  const rows = (props.list.data?.list ?? []).filter(({ id }) => selected.includes(id))
  const act = (action: 'replay' | 'drop') => {
    props.onPress(action, rows)
    select([])
  }
  return (
    <>
      <PagedList
        label={screens('pushDeliveries')}
        name="deliveries"
        columns={columns}
        list={props.list}
        search={props.search}
        onSearch={props.onSearch as ChangeSearch<object>}
        rowId={(delivery) => delivery.id}
        rowName={nameOf}
        onOpen={(delivery) => props.onPress('open', [delivery])}
        selected={selected}
        onSelect={select}
        phoneRow={(delivery) => <PhoneDelivery delivery={delivery} onPress={props.onPress} />}
        empty={<NoDeliveries {...props} />}
      />
      <BulkBar count={rows.length} onClear={() => select([])}>
        <Button size="xs" variant="default" disabled={!rows.some(mayReplay)} onClick={() => act('replay')}>
          {t('do.replay')}
        </Button>
        <Button size="xs" variant="default" onClick={() => act('drop')}>
          {t('do.drop')}
        </Button>
      </BulkBar>
    </>
  )
}

function NoDeliveries({ search, onSearch }: Searching) {
  const t = useTexts('transfers.log')
  const common = useTexts('common')
  const isFiltered = [search.words, search.setting, search.state, search.event].some(
    (value) => value !== undefined,
  )
  if (!isFiltered) return <EmptyState drawing="letter" title={t('empty.title')} text={t('empty.text')} />
  return (
    <EmptyState
      drawing="search"
      title={t('none')}
      action={
        <Button variant="default" onClick={() => onSearch(noFilters)}>
          {common('do.showAll')}
        </Button>
      }
    />
  )
}
