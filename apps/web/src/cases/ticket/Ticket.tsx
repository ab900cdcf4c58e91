import type { Order, OrderDetail, OrderParty } from '@pontic/contract'
import type { ReactNode } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { paperVariables } from '../../frame/theme.ts'
import { DayText, MomentText } from '../../ui/formats.tsx'
import { Wordmark } from '../../ui/Mark.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { TrackingLink } from '../orders/TrackingLink.tsx'
import { PrescriptionView } from '../prescriptions/PrescriptionView.tsx'
import { pageRule } from './page-margins.ts'
import css from './Ticket.module.css'
import { TicketFiles, TicketPictures, useTicketPictures } from './TicketFiles.tsx'
import { useAutoPrint } from './use-auto-print.ts'

/**
 * The work ticket for printing, in black on white, with a QR code of the case's address.
 * @param props.onReady for a page with several tickets: called once this one is drawn, and the footer has no page numbers. By default
 *   the ticket opens the print dialog.
 */
export function Ticket({ detail, onReady }: { detail: OrderDetail; onReady?: () => void }) {
  const t = useTexts('ticket')
  const orders = useTexts('orders')
  const words = useTexts('prescription')
  const common = useTexts('common')
  const { order, files } = detail
  const pictures = useTicketPictures(detail)
  const onSettled = useAutoPrint(pictures.shown.length + (pictures.scan ? 1 : 0), onReady)
  const pages = t('pages', { page: '{page}', pages: '{pages}' })
  const pageName = `ticket-${order.number}`
  const foot = t('foot', { number: order.number, clinic: order.clinicName })
  return (
    <article
      className={css.ticket}
      style={onReady ? { ...paperVariables, page: pageName } : paperVariables}
      aria-label={t('name', { number: order.number })}
    >
      <style>
        {onReady ? pageRule({ left: foot, right: '' }, pageName) : pageRule({ left: foot, right: pages })}
      </style>
      <Head order={order} />
      <div className={css.ticketWho}>
        <Facts order={order} />
        <Party title={common('label.clinic')} party={detail.clinic} />
        {detail.lab && <Party title={common('label.lab')} party={detail.lab} />}
      </div>
      {detail.prescription && (
        <section className={css.ticketPart}>
          <h3>{words('title')}</h3>
          <PrescriptionView prescription={detail.prescription} />
        </section>
      )}
      {(order.otherRequirements || order.remark) && (
        <div className={css.ticketWords}>
          <Words title={orders('columns.otherRequirements')} text={order.otherRequirements} />
          <Words title={orders('columns.remark')} text={order.remark} />
        </div>
      )}
      <TicketPictures
        orderId={order.id}
        {...pictures}
        mayDownload={detail.mayDownload}
        onSettled={onSettled}
      />
      <TicketFiles files={files} />
    </article>
  )
}

function Head({ order }: { order: Order }) {
  const t = useTexts('ticket')
  const types = useTexts('order.type')
  const statuses = useTexts('order.status')
  const address = new URL(`/order/detail/${order.id}`, location.href).href
  return (
    <header className={css.ticketHead}>
      <div className={css.ticketName}>
        <Wordmark size={18} />
        <h2>{order.number}</h2>
        <p>
          {types(`${order.type}`)} · {statuses(order.status)}
          {order.questionOpenSince && <strong> · {t('onHold')}</strong>}
        </p>
      </div>
      <DeliveryDay order={order} />
      <figure className={css.ticketCode}>
        <QrCode text={address} label={t('code', { number: order.number })} />
        <figcaption>{t('scan')}</figcaption>
      </figure>
    </header>
  )
}

function Facts({ order }: { order: Order }) {
  const common = useTexts('common')
  const orders = useTexts('orders')
  const facts: [string, ReactNode][] = [
    [common('label.patient'), order.patientName && <strong key="patient">{order.patientName}</strong>],
    [orders('columns.doctor'), order.doctor],
    [common('label.createdAt'), <MomentText key="created" moment={order.createdAt} />],
    [orders('columns.scanDate'), order.scanDate && <DayText day={order.scanDate} />],
    [orders('columns.equipmentNumber'), order.equipmentNumber],
    [orders('columns.operator'), order.operator],
    [
      orders('columns.expressNumber'),
      order.expressNumber && (
        <>
          <TrackingLink order={order} /> {order.carrier}
        </>
      ),
    ],
  ]
  return (
    <dl className={css.ticketFacts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The delivery day, in large type. */
function DeliveryDay({ order }: { order: Order }) {
  const t = useTexts('ticket')
  const orders = useTexts('orders')
  const { weekday, day } = useFormats()
  return (
    <section className={css.ticketDay} aria-label={orders('columns.deliveryOn')}>
      <h3>{orders('columns.deliveryOn')}</h3>
      {order.deliveryOn ? (
        <>
          <p className={css.ticketDate}>{weekday(order.deliveryOn)}</p>
          <p>
            {day(order.deliveryOn)} · {t(order.isDeliveryConfirmed ? 'confirmed' : 'wished')}
          </p>
        </>
      ) : (
        <p>{t('noDay')}</p>
      )}
    </section>
  )
}

function Party({ title, party }: { title: string; party: OrderParty }) {
  return (
    <address>
      <h3>{title}</h3>
      <strong>{party.name}</strong>
      {[party.address, party.phone, party.email].filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  if (!text) return null
  return (
    <section>
      <h3>{title}</h3>
      <p className={css.ticketText}>{text}</p>
    </section>
  )
}
