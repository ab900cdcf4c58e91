import type { InboxGroup, Order, Question } from '@pontic/contract'
import { useId, useRef } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { hasPermission } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { useTextOf } from '../../ui/list.ts'
import { RowList } from '../../ui/RowList.tsx'
import { useStoppedUploads } from '../files/use-unfinished.ts'
import { useCaseActions } from '../orders/actions/OrderActions.tsx'
import { canCreateCase } from '../orders/actions/order-actions.ts'
import { taskTitles } from '../orders/task-titles.ts'
import { FirstStepList } from './FirstStepList.tsx'
import css from './Inbox.module.css'
import { InboxRow } from './InboxRow.tsx'

/**
 * The cases in which the user has something to do, in groups. Each row has the button of its next action. A group with more cases
 * links to the list with these cases. For an individual, the only group contains the shared cases.
 */
export function Inbox() {
  const read = useRead('dashboard.inbox', {})
  const stopped = useStoppedUploads()
  const actions = useCaseActions()
  // Gets the focus when an answered question disappears with its button.
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} className={css.inbox} tabIndex={-1}>
      <Loaded read={read} skeleton={260}>
        {({ groups: all, questions, firstSteps }) => {
          // The banner above has the stopped uploads, with the button that continues them.
          const groups = all.filter(({ task }) => task !== 'upload')
          return (
            <>
              {firstSteps && <FirstStepList steps={firstSteps} />}
              {groups.map((group) => (
                <Group
                  key={group.task}
                  group={group}
                  questions={questions}
                  press={actions.press}
                  onAnswered={() => box.current?.focus()}
                />
              ))}
              {groups.length === 0 && !firstSteps && stopped.length === 0 && <NothingWaits />}
            </>
          )
        }}
      </Loaded>
      {actions.dialog}
    </div>
  )
}

type GroupProps = {
  group: InboxGroup
  questions: readonly { orderId: string; question: Question }[]
  press: ReturnType<typeof useCaseActions>['press']
  onAnswered: () => void
}

function Group({ group, questions, press, onAnswered }: GroupProps) {
  const t = useTextOf()
  const common = useTexts('common')
  const { number } = useFormats()
  const id = useId()
  const title = t(group.task === 'shared' ? 'shared.list' : taskTitles[group.task])
  const link = group.task === 'shared' ? { to: '/order/shared' } : toList(group.task)
  return (
    <section className={css.group} aria-labelledby={id} data-task={group.task}>
      <header>
        <h2 id={id}>
          {title}
          <span className="page-total figures">
            {number(group.count)}
            {group.countIsExact ? '' : '+'}
          </span>
        </h2>
        {group.count > group.list.length && (
          <LinkButton size="xs" variant="subtle" aria-describedby={id} {...(link as { to: '/' })}>
            {common('do.showAll')}
          </LinkButton>
        )}
      </header>
      <RowList aria-labelledby={id}>
        {group.list.map((order) => (
          <InboxRow
            key={order.id}
            order={order}
            question={questionOf(order, questions)}
            press={press}
            onAnswered={onAnswered}
          />
        ))}
      </RowList>
    </section>
  )
}

const toList = (task: string) => ({ to: '/order/list', search: { task } })

const questionOf = (order: Order, questions: GroupProps['questions']) =>
  questions.find(({ orderId }) => orderId === order.id)?.question

function NothingWaits() {
  const t = useTexts()
  const session = useSession()
  if (hasPermission(session, 'order.shared'))
    return <EmptyState drawing="cases" title={t('shared.empty.title')} text={t('shared.empty.text')} />
  return (
    <EmptyState
      drawing="cases"
      title={t('dashboard.inbox.none')}
      text={t('dashboard.inbox.noneText')}
      action={
        session &&
        canCreateCase(session) && (
          <LinkButton variant="default" to="/order/list" {...({ search: { new: 'case' } } as object)}>
            {t('orders.newCase')}
          </LinkButton>
        )
      }
    />
  )
}
