import { Button, Stack } from '@mantine/core'
import { limits } from '@pontic/contract'
import { useEffect, useRef, useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { isId } from '../../frame/search-checks.ts'
import { IconPrinter } from '../../ui/icons.ts'
import { Page } from '../../ui/Page.tsx'
import { CaseFailure } from '../viewer/CaseFailure.tsx'
import { LoadedTicket, TicketSkeleton } from './LoadedTicket.tsx'
import css from './Ticket.module.css'
import { printWhenDrawn } from './use-auto-print.ts'

const areIds = (text: string) => {
  const ids = text.split(',')
  return ids.length <= limits.pageSizeMax && ids.every(isId)
}

const checks = { ids: areIds }

/** The page with the work tickets of several cases, each on a page of its own. It opens the print dialog once all are drawn. */
export function TicketsPage() {
  const t = useTexts()
  const [search] = useScreenSearch(checks)
  const ids = [...new Set(search.ids?.split(',') ?? [])]
  const [ready, setReady] = useState<readonly string[]>([])
  const isPrinted = useRef(false)
  const isReady = ids.length > 0 && ids.every((id) => ready.includes(id))
  useEffect(() => {
    if (!isReady || isPrinted.current) return
    isPrinted.current = true
    void printWhenDrawn()
  }, [isReady])
  const add = (id: string) => setReady((before) => (before.includes(id) ? before : [...before, id]))
  return (
    <Page
      title={t('screens.tickets')}
      actions={
        <Button disabled={!isReady} leftSection={<IconPrinter />} onClick={() => window.print()}>
          {t('ticket.print')}
        </Button>
      }
    >
      <Stack gap={24} className={css.tickets}>
        {ids.map((id) => (
          <OneTicket key={id} id={id} onReady={() => add(id)} />
        ))}
      </Stack>
    </Page>
  )
}

/** The ticket of one case. A case that cannot be read shows why, and does not hold up the others. */
function OneTicket({ id, onReady }: { id: string; onReady: () => void }) {
  const detail = useRead('orders.get', { params: { id } }, { isFresh: true })
  const isMissing = detail.failure !== undefined && detail.data === undefined
  const latest = useRef(onReady)
  latest.current = onReady
  useEffect(() => {
    if (isMissing) latest.current()
  }, [isMissing])
  if (detail.data) return <LoadedTicket detail={detail.data} onReady={onReady} />
  if (detail.failure) return <CaseFailure failure={detail.failure} onRetry={detail.refetch} />
  return <TicketSkeleton />
}
