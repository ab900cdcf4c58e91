import { Button, Group, Stack, Text } from '@mantine/core'
import type { OrderDetail, Party, Remake, RemakeCause } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { DateText } from '../../ui/formats.tsx'
import { Section } from '../../ui/Page.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import listCss from '../lists.module.css'
import { partyOf } from '../orders/actions/order-actions.ts'
import css from './OrderRemakes.module.css'
import type { CauseSubject } from './RemakeDialog.tsx'

const dialogs = { cause: dialogOf(() => import('./RemakeDialog.tsx').then((file) => file.CauseDialog)) }

/** Lists the remakes of a case and, if the case is a remake itself, its original, with the cause that each party states. */
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
      <Stack component="ul" className={listCss.plain} gap={16}>
        {all.map((remake) => (
          <Stack key={remake.id} component="li" gap={8}>
            <RemakeHead remake={remake} isThis={remake === remakeOf} />
            <Opinion label={common('label.clinic')} cause={remake.clinicCause} note={remake.clinicNote} />
            <Opinion label={common('label.lab')} cause={remake.labCause} note={remake.labNote} />
            <Group justify="space-between" gap="4px 12px">
              {remake.labCause && (
                <span className="meta">
                  {t(remake.labCause === remake.clinicCause ? 'agreed' : 'disputed')}
                </span>
              )}
              {side && <CauseButton orderId={order.id} remake={remake} side={side} />}
            </Group>
          </Stack>
        ))}
      </Stack>
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
    <Group justify="space-between" align="baseline" gap="0 12px">
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
    </Group>
  )
}

function Opinion({ label, cause, note }: { label: string; cause: RemakeCause | null; note: string }) {
  const t = useTexts('remakes.section')
  const causes = useTexts('remakes.causes')
  return (
    <div className={css.opinion}>
      <span className="meta">{label}</span>
      {cause ? <span>{causes(cause)}</span> : <span className="quiet">{t('missing')}</span>}
      {note && (
        <Text className={css.note} c="dimmed">
          {note}
        </Text>
      )}
    </div>
  )
}

function CauseButton({ orderId, remake, side }: { orderId: string; remake: Remake; side: Party }) {
  const t = useTexts('remakes.section')
  const { press, dialog } = useDialogs<CauseSubject, keyof typeof dialogs>(dialogs)
  const own = side === 'clinic' ? remake.clinicCause : remake.labCause
  return (
    <>
      <Button
        size="xs"
        variant={own ? 'subtle' : 'default'}
        color="gray"
        onClick={() => press('cause', { orderId, remake, side })}
      >
        {t(own ? 'change' : 'note')}
      </Button>
      {dialog}
    </>
  )
}
