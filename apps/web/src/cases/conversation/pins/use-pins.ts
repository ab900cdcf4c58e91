import type { Pin } from '@pontic/contract'
import { useRead } from '../../../frame/api.ts'
import { usePinDesk } from './pin-desk.ts'

const none: readonly Pin[] = []

/** Reads the pins of the case on the page, by number. @param isNeeded false sends no request */
export function usePins(isNeeded = true): {
  pins: readonly Pin[]
  isLoading: boolean
  failure: ReturnType<typeof useRead>['failure']
  refetch: () => void
} {
  const { orderId } = usePinDesk()
  const { data, isLoading, failure, refetch } = useRead(
    'conversation.listPins',
    { params: { id: orderId } },
    { isEnabled: isNeeded && orderId !== '' },
  )
  return { pins: data?.list ?? none, isLoading, failure, refetch }
}
