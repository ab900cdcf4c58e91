import { Anchor, Group, Text } from '@mantine/core'
import type { Order, OrderDetail, OrderParty } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { canOpen, screenOf } from '../../../frame/screens.ts'
import { useSession } from '../../../frame/session.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { DateText, DayText, MomentText } from '../../../ui/formats.tsx'
import { Facts, Section } from '../../../ui/Page.tsx'
import { detailTexts } from '../order-texts.ts'
import { TrackingLink } from '../TrackingLink.tsx'
import css from './OrderDetail.module.css'

/** The requirements, the remark and the fields of a case (requirement 3.order), and the contact data of both parties. */
export function OrderFacts({ detail }: { detail: OrderDetail }) {
  const t = useTexts('orders')
  const common = useTexts('common')
  const { order, clinic, lab } = detail
  return (
    <>
      <Requirements order={order} />
      <Section title={common('label.details')}>
        <OrderFields detail={detail} />
      </Section>
      <Section title={t('parties')}>
        <div className={css.parties}>
          <Party title={common('label.clinic')} party={clinic} />
          {lab && <Party title={common('label.lab')} party={lab} />}
        </div>
      </Section>
    </>
  )
}

function Requirements({ order }: { order: Order }) {
  const t = useTexts('orders.columns')
  return (
    <>
      {order.otherRequirements && (
        <Section title={t('otherRequirements')}>
          <Text className={css.text}>{order.otherRequirements}</Text>
        </Section>
      )}
      {order.remark && (
        <Section title={t('remark')}>
          <Text className={css.text} data-testid="remark">
            {order.remark}
          </Text>
        </Section>
      )}
    </>
  )
}

function OrderFields({ detail }: { detail: OrderDetail }) {
  const { order, morePrescriptions } = detail
  const common = useTexts('common')
  const types = useTexts('order.type')
  const orders = useTexts('orders')
  const { list } = useFormats()
  const allTypes = [order.type, ...morePrescriptions.map(({ type }) => type)]
  const dayNote = order.isDeliveryConfirmed ? orders('confirmedDay') : orders('wishedDay')
  return (
    <Facts
      facts={[
        [common('label.type'), list(allTypes.map((type) => types(`${type}`)))],
        [orders('columns.doctor'), order.doctor],
        [
          orders('columns.deliveryOn'),
          order.deliveryOn && (
            <>
              <DayText day={order.deliveryOn} /> <span className="meta">{dayNote}</span>
            </>
          ),
        ],
        [
          orders('columns.expressNumber'),
          order.expressNumber && <Express order={order} number={order.expressNumber} />,
        ],
        [orders('columns.carrier'), order.carrier],
        [orders('columns.trackingNote'), order.trackingNote],
        [orders('columns.operator'), order.operator],
        [orders('columns.technician'), order.technician],
        [orders('columns.scanDate'), order.scanDate && <DayText day={order.scanDate} />],
        ...detailTexts.map((field) => [orders(`columns.${field}`), order[field]] as const),
        [orders('columns.senderOperator'), order.senderOperator],
        [common('label.createdAt'), <MomentText key="created" moment={order.createdAt} />],
        [
          orders('columns.updatedAt'),
          <span key="updated">
            <DateText moment={order.updatedAt} /> <span className="meta">{order.updater}</span>
          </span>,
        ],
      ]}
    />
  )
}

function Express({ order, number }: { order: Order; number: string }) {
  const t = useTexts('orders')
  return (
    <Group component="span" className="figures" display="inline-flex" gap={2} my={-3}>
      <TrackingLink order={order} />
      <CopyButton value={number} label={t('copyExpress')} />
    </Group>
  )
}

/** The name of a party, as a link to its profile if the user may open profiles. */
function PartyName({ party }: { party: OrderParty }) {
  const session = useSession()
  if (!session || !canOpen(screenOf('/organization/profile/$id'), session)) return party.name
  return (
    <Link className="row-link" to="/organization/profile/$id" params={{ id: party.organizationId }}>
      {party.name}
    </Link>
  )
}

function Party({ title, party }: { title: string; party: OrderParty }) {
  return (
    <address className={css.party}>
      <span className="meta">{title}</span>
      <Text component="strong" fw={500}>
        <PartyName party={party} />
      </Text>
      {party.address && <span>{party.address}</span>}
      {party.phone && (
        <Anchor href={`tel:${party.phone.replace(/[^+\d]/g, '')}`} c="inherit">
          {party.phone}
        </Anchor>
      )}
      {party.email && (
        <Anchor href={`mailto:${party.email}`} c="inherit">
          {party.email}
        </Anchor>
      )}
    </address>
  )
}
