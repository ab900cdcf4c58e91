import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { BulkBar } from '../../ui/DataTable.tsx'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import { canReplay, deliveryList, ownDeliveryList } from './DeliveryTable.tsx'
import { useDeliveryActions } from './use-delivery-actions.tsx'

/** Lists the deliveries of push settings, which can be sent again or cancelled. */
export const DeliveriesPage = () => <DeliveryScreen list={deliveryList} />

/** Lists the deliveries of the push settings of the user's organization. */
export const OwnDeliveriesPage = () => <DeliveryScreen list={ownDeliveryList} />

function DeliveryScreen({ list }: { list: typeof deliveryList }) {
  const t = useTexts('transfers.log')
  const screens = useTexts('screens')
  const read = useList(list)
  const { press, dialog } = useDeliveryActions()
  const [selected, select] = useState<string[]>([])
  const rows = (read.data?.list ?? []).filter(({ id }) => selected.includes(id))
  const act = (action: 'replay' | 'drop') => {
    press(action, rows)
    select([])
  }
  return (
    <ListScreen
      list={list}
      read={read}
      press={press}
      title={screens('pushDeliveries')}
      lead={t('lead')}
      onOpen={(delivery) => press('open', [delivery])}
      selected={selected}
      onSelect={select}
      dialog={dialog}
    >
      <BulkBar count={rows.length} onClear={() => select([])}>
        <Button size="xs" variant="default" disabled={!rows.some(canReplay)} onClick={() => act('replay')}>
          {t('do.replay')}
        </Button>
        <Button size="xs" variant="default" onClick={() => act('drop')}>
          {t('do.drop')}
        </Button>
      </BulkBar>
    </ListScreen>
  )
}
