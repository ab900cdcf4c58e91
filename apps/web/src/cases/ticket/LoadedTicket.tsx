import { Skeleton } from '@mantine/core'
import type { OrderDetail } from '@pontic/contract'
import { useEffect, useRef } from 'react'
import { ErrorState } from '../../ui/ErrorState.tsx'
import css from './Ticket.module.css'
import { Ticket } from './Ticket.tsx'
import { useAnswers } from './use-answers.ts'

/**
 * Shows the ticket once the answered questions are loaded, because it prints at once.
 * @param props.onReady as for the ticket; also called if the questions cannot be read
 */
export function LoadedTicket(props: { detail: OrderDetail; onReady?: () => void }) {
  const { answers, failure, refetch } = useAnswers(props.detail.order)
  const isFailed = failure !== undefined
  const onReady = useRef(props.onReady)
  onReady.current = props.onReady
  useEffect(() => {
    if (isFailed) onReady.current?.()
  }, [isFailed])
  if (failure) return <ErrorState {...failure} onRetry={refetch} />
  return answers ? <Ticket {...props} answers={answers} /> : <TicketSkeleton />
}

/** Placeholder of a ticket. */
export const TicketSkeleton = () => <Skeleton className={css.ticketWait} aria-busy="true" />
