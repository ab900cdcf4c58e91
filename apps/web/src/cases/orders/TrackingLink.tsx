import { Anchor } from '@mantine/core'
import { findCarrier, type Order, trackingLinkOf } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'

/** The tracking number of a parcel, as a link to the page of its carrier if the carrier is known; empty without a number. */
export function TrackingLink({ order }: { order: Pick<Order, 'carrier' | 'expressNumber'> }) {
  const t = useTexts('orders')
  const { expressNumber } = order
  const address = trackingLinkOf(order)
  const carrier = findCarrier(order.carrier)
  if (address === undefined || carrier === undefined) return <span className="figures">{expressNumber}</span>
  return (
    <Anchor
      href={address}
      target="_blank"
      rel="noreferrer"
      className="figures"
      title={t('track', { carrier: carrier.name })}
    >
      {expressNumber}
    </Anchor>
  )
}
