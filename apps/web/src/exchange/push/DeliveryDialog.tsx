import { Button } from '@mantine/core'
import type { Delivery } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { MomentText } from '../../ui/formats.tsx'
import { Facts } from '../../ui/Page.tsx'
import { useWriteNotice } from '../../ui/use-write-notice.ts'
import { AttemptList } from './AttemptList.tsx'
import { canReplay, useDeliveryName } from './DeliveryTable.tsx'

type Props = { subject: Delivery; isOpen: boolean; onClose: () => void }

/** Shows the receiver, the state and the attempts of a delivery, with a button that sends it again. */
export function DeliveryDialog({ subject: delivery, ...frame }: Props) {
  const t = useTexts('transfers')
  const common = useTexts('common.label')
  const nameOf = useDeliveryName()
  const detail = useRead('pushSettings.getDelivery', { params: { id: delivery.id } }, { isFresh: true })
  const { send: replay } = useWriteNotice('pushSettings.replay')
  const { settingName, organizationName, state, createdAt, nextAt, id } = detail.data ?? delivery
  const onReplay = () =>
    void replay({ body: { ids: [id] } }, ({ replayed }) => t('log.replayed', { count: replayed }))
  return (
    <InfoDialog {...frame} title={t('log.detail.title', { name: nameOf(delivery) })} widthPx={640}>
      <Facts
        facts={[
          [t('setting'), settingName],
          [common('organization'), organizationName],
          [common('status'), t(`state.${state}`)],
          [t('log.column.created'), <MomentText key="created" moment={createdAt} />],
          [common('nextAttempt'), nextAt && <MomentText key="next" moment={nextAt} />],
          [t('log.detail.id'), id],
        ]}
      />
      {detail.failure && <ErrorState {...detail.failure} onRetry={detail.refetch} />}
      {detail.data?.tries.length === 0 && <p className="quiet">{t('log.detail.noTries')}</p>}
      {detail.data && <AttemptList attempts={detail.data.tries} />}
      {detail.data && canReplay(detail.data) && (
        <Button variant="default" mt="lg" onClick={onReplay}>
          {t('log.do.replay')}
        </Button>
      )}
    </InfoDialog>
  )
}
