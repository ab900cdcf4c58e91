import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenName, useScreenParams } from '../../frame/navigation.ts'
import { IconArrowLeft, IconPrinter } from '../../ui/icons.ts'
import { Page } from '../../ui/Page.tsx'
import { CaseFailure, isCaseNotFound } from '../viewer/CaseFailure.tsx'
import { LoadedTicket, TicketSkeleton } from './LoadedTicket.tsx'

/** The page with the work ticket. It opens the browser's print dialog once everything is loaded. */
export function TicketPage() {
  const t = useTexts('ticket')
  const screens = useTexts('screens')
  const { id = '' } = useScreenParams()
  const detail = useRead('orders.get', { params: { id } }, { isEnabled: id !== '', isFresh: true })
  const shown = detail.data?.order.id === id ? detail.data : undefined
  useScreenName(shown && t('name', { number: shown.order.number }))
  if (detail.failure && (!shown || isCaseNotFound(detail.failure))) {
    return (
      <Page title={screens('ticket')}>
        <CaseFailure failure={detail.failure} onRetry={detail.refetch} />
      </Page>
    )
  }
  return (
    <Page title={screens('ticket')} actions={<Tools id={id} isReady={shown !== undefined} />}>
      {shown ? <LoadedTicket detail={shown} /> : <TicketSkeleton />}
    </Page>
  )
}

function Tools({ id, isReady }: { id: string; isReady: boolean }) {
  const t = useTexts('ticket')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowLeft />}
        renderRoot={(root) => <Link to="/order/detail/$id" params={{ id }} {...root} />}
      >
        {t('toCase')}
      </Button>
      <Button disabled={!isReady} leftSection={<IconPrinter />} onClick={() => window.print()}>
        {t('print')}
      </Button>
    </>
  )
}
