import type { FirstSteps } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { IconCircle, IconCircleCheck } from '../../ui/icons.ts'
import { Section } from '../../ui/Page.tsx'
import { RowList } from '../../ui/RowList.tsx'
import { canCreateCase } from '../orders/actions/order-actions.ts'
import css from './Inbox.module.css'

type Step = { key: keyof FirstSteps; label: string; text?: string; to: string; search?: object }

/** The first steps of a new organization: invite a partner, create a case (for a laboratory, set delivery days), complete the profile. */
export function FirstStepList({ steps }: { steps: FirstSteps }) {
  const t = useTexts()
  const session = useSession()
  const isClinic = session !== undefined && canCreateCase(session)
  const list: Step[] = [
    {
      key: 'partner',
      label: t(isClinic ? 'partners.invite.titleLab' : 'partners.invite.titleClinic'),
      to: '/followcard/list',
    },
    isClinic
      ? { key: 'start', label: t('orders.newCase'), to: '/order/list', search: { new: 'case' } }
      : { key: 'start', label: t('delivery.calendar'), to: '/myinfo/organization' },
    {
      key: 'profile',
      label: t('dashboard.steps.profile'),
      text: t('dashboard.steps.profileText'),
      to: '/myinfo/organization',
    },
  ]
  return (
    <Section title={t('dashboard.steps.title')}>
      <RowList>
        {list.map((step) => (
          <StepRow key={step.key} step={step} isDone={steps[step.key]} />
        ))}
      </RowList>
    </Section>
  )
}

function StepRow({ step, isDone }: { step: Step; isDone: boolean }) {
  const t = useTexts('dashboard.steps')
  const Icon = isDone ? IconCircleCheck : IconCircle
  return (
    <li className={css.step} data-done={isDone || undefined}>
      <Icon size={20} />
      <div className={css.lines}>
        {isDone ? (
          <span>{step.label}</span>
        ) : (
          <Link className={css.name} to={step.to} {...({ search: step.search ?? {} } as object)}>
            {step.label}
          </Link>
        )}
        {!isDone && step.text && <span className="meta">{step.text}</span>}
      </div>
      {isDone && <span className="meta">{t('done')}</span>}
    </li>
  )
}
