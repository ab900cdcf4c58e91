import { Button } from '@mantine/core'
import type { Delivery } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { MomentText } from '../../ui/formats.tsx'
import { Facts } from '../../ui/Page.tsx'
import type { PressDelivery } from './DeliveryTable.tsx'
import { mayReplay, useDeliveryName } from './DeliveryTable.tsx'
import { TryList } from './TryList.tsx'

/** One delivery: where it goes, how it stands, what was answered at each try; who has read that may send it again. */
export function DeliveryDialog(props: {
  delivery: Delivery
  isOpen: boolean
  onClose: () => void
  onPress: PressDelivery
}) {
  const { delivery, isOpen, onClose } = props
  const t = useTexts('transfers')
  const common = useTexts('common')
  const nameOf = useDeliveryName()
  const detail = useRead('pushSettings.getDelivery', { params: { id: delivery.id } }, { isFresh: true })
  const { settingName, organizationName, state, createdAt, nextAt, id } = detail.data ?? delivery
  return (
    <InfoDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('log.detail.title', { name: nameOf(delivery) })}
      widthPx={640}
    >
      <Facts
        facts={[
          [t('setting'), settingName],
          [common('label.organization'), organizationName],
          [common('label.status'), t(`state.${state}`)],
          [t('log.column.created'), <MomentText key="created" moment={createdAt} />],
          [common('label.nextAttempt'), nextAt && <MomentText key="next" moment={nextAt} />],
          [t('log.detail.id'), id],
        ]}
      />
      {detail.failure && <ErrorState {...detail.failure} onRetry={detail.refetch} />}
      {detail.data &&
        (detail.data.tries.length === 0 ? (
          <p className="quiet">{t('log.detail.noTries')}</p>
        ) : (
          <TryList tries={detail.data.tries} />
        ))}
      {detail.data && mayReplay(detail.data) && (
        <Button variant="default" mt="lg" onClick={() => props.onPress('replay', [delivery])}>
          {t('log.do.replay')}
        </Button>
      )}
    </InfoDialog>
  )
}
