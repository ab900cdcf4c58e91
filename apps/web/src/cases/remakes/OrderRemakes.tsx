import { Button } from '@mantine/core'
import { type OrderDetail, type Remake, type RemakeCause, remakeRoutes } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { DateText } from '../../ui/formats.tsx'
import { Section } from '../../ui/Page.tsx'
import { partyOf } from '../orders/actions/order-actions.ts'
import { useCaseWrite } from '../orders/actions/use-order-write.ts'
import css from './OrderRemakes.module.css'
import { useCauses } from './RemakeDialog.tsx'

type Side = 'clinic' | 'lab'

/** The remakes of a case and the case that it replaces, with what each side holds for the cause. */
export function OrderRemakes({ detail }: { detail: OrderDetail }) {
  const t = useTexts('remakes.section')
  const common = useTexts('common')
  const session = useSession()
  const { order, remakeOf, remakes } = detail
  const all = remakeOf ? [remakeOf, ...remakes] : remakes
  if (all.length === 0) return null
  const side = session && partyOf(order, session)
  return (
    <Section title={t('title')}>
      <ul className={css.remakes}>
        {all.map((remake) => (
          <li key={remake.id}>
            <RemakeHead remake={remake} isThis={remake === remakeOf} />
            <View label={common('label.clinic')} cause={remake.clinicCause} note={remake.clinicNote} />
            <View label={common('label.lab')} cause={remake.labCause} note={remake.labNote} />
            <div className={css.remakeFoot}>
              {remake.labCause && (
                <span className="meta">
                  {t(remake.labCause === remake.clinicCause ? 'agreed' : 'disputed')}
                </span>
              )}
              {side && <NoteView orderId={order.id} remake={remake} side={side} />}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function RemakeHead({ remake, isThis }: { remake: Remake; isThis: boolean }) {
  const t = useTexts('remakes.section')
  const remakes = useTexts('remakes')
  const other = isThis ? remake.original : remake.remade
  const text = other
    ? remakes(isThis ? 'dialog.title' : 'section.remade', { number: other.number })
    : t(isThis ? 'title' : 'remadeElsewhere')
  return (
    <div className={css.remakeHead}>
      {other ? (
        <Link className="row-link" to="/order/detail/$id" params={{ id: other.id }}>
          {text}
        </Link>
      ) : (
        <strong>{text}</strong>
      )}
      <span className="meta">
        <DateText moment={remake.createdAt} />
      </span>
    </div>
  )
}

function View({ label, cause, note }: { label: string; cause: RemakeCause | null; note: string }) {
  const t = useTexts('remakes.section')
  const causes = useTexts('remakes.causes')
  return (
    <div className={css.remakeView}>
      <span className="meta">{label}</span>
      {cause ? <span>{causes(cause)}</span> : <span className="quiet">{t('missing')}</span>}
      {note && <p className="quiet">{note}</p>}
    </div>
  )
}

function NoteView({ orderId, remake, side }: { orderId: string; remake: Remake; side: Side }) {
  const t = useTexts('remakes.section')
  const [isOpen, setOpen] = useState(false)
  const own = side === 'clinic' ? remake.clinicCause : remake.labCause
  return (
    <>
      <Button size="xs" variant={own ? 'subtle' : 'default'} color="gray" onClick={() => setOpen(true)}>
        {t(own ? 'change' : 'note')}
      </Button>
      {isOpen && <ViewDialog orderId={orderId} remake={remake} side={side} onClose={() => setOpen(false)} />}
    </>
  )
}

function ViewDialog(props: { orderId: string; remake: Remake; side: Side; onClose: () => void }) {
  const t = useTexts('remakes.section')
  const common = useTexts('common')
  const dialog = useTexts('remakes.dialog')
  const causes = useCauses()
  const { remake, side, onClose } = props
  const isClinic = side === 'clinic'
  const { id } = remake
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={t(isClinic || remake.labCause ? 'change' : 'note')}
      confirm={common('do.save')}
      call="remakes.noteCause"
      {...useCaseWrite(props.orderId, onClose)}
      rules={remakeRoutes['remakes.noteCause'].body.shape}
      initial={{
        cause: isClinic ? remake.clinicCause : (remake.labCause ?? ''),
        note: isClinic ? remake.clinicNote : remake.labNote,
      }}
      input={(values) => ({ body: { id, ...values } })}
      fields={[
        {
          name: 'cause',
          label: dialog('cause'),
          as: 'select',
          choose: dialog('choose'),
          options: causes,
        },
        { name: 'note', label: t('comment'), as: 'area', rows: [2, 6] },
      ]}
    />
  )
}
