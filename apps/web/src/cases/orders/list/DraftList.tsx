import { ActionIcon, Button, Stack, Text } from '@mantine/core'
import { type CaseDraft, limits } from '@pontic/contract'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useRead, useWrite } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { DateText } from '../../../ui/formats.tsx'
import { IconTrash } from '../../../ui/icons.ts'
import { StepList, useSteps } from '../../../ui/StepList.tsx'
import listCss from '../../lists.module.css'
import { DiscardDraftDialog } from '../new-case/DiscardDraftDialog.tsx'
import { OrderTypeIcon } from '../OrderType.tsx'
import css from './DraftList.module.css'

const dayMs = 86_400_000

/** Lists the drafts of the clinic with buttons to continue and discard them. @param props.onOpen opens the form of a draft */
export function DraftList(props: { onOpen: (draftId: string) => void }) {
  const t = useTexts('orders.drafts')
  const steps = useSteps()
  const list = useRead('drafts.list', { body: steps.body }, { isFresh: true })
  const [asked, setAsked] = useState<CaseDraft>()
  const [isAsking, setAsking] = useState(false)
  const deleteDraft = useWrite('drafts.delete')
  const discardCase = useWrite('orders.discard', { stale: ['drafts'] })
  const discard = async ({ id, order }: CaseDraft) => {
    setAsking(false)
    const isDeleted = await deleteDraft.send({ params: { id } })
    if (isDeleted && order) await discardCase.send({ params: { id: order.id } })
  }
  return (
    <>
      <StepList
        list={list}
        steps={steps}
        skeletonPx={160}
        empty={<EmptyState drawing="cases" title={t('none')} text={t('noneText')} />}
      >
        {(drafts) => (
          <ul className={listCss.rows} aria-label={t('title')}>
            {drafts.map((draft) => (
              <DraftRow
                key={draft.id}
                draft={draft}
                onOpen={() => props.onOpen(draft.id)}
                onDiscard={() => {
                  setAsked(draft)
                  setAsking(true)
                }}
              />
            ))}
          </ul>
        )}
      </StepList>
      {asked && (
        <DiscardDraftDialog
          patientName={asked.patientName}
          orderNumber={asked.order?.number}
          isOpen={isAsking}
          onStay={() => setAsking(false)}
          onKeep={() => setAsking(false)}
          onDiscard={() => discard(asked)}
        />
      )}
    </>
  )
}

function DraftRow(props: { draft: CaseDraft; onOpen: () => void; onDiscard: () => void }) {
  const t = useTexts('orders.drafts')
  const common = useTexts('common')
  const { draft } = props
  const patient = draft.patientName || t('nobody')
  const days = Math.ceil((Date.parse(draft.expiresAt) - Date.now()) / dayMs)
  return (
    <li className={css.draft}>
      <OrderTypeIcon type={draft.type} />
      <Stack component="span" gap={0} miw={0}>
        <Text component="span" fw={500} className="one-line">
          {patient}
        </Text>
        <span className={clsx(css.note, 'meta')}>
          {draft.order && <>{draft.order.number} · </>}
          {draft.by && <>{draft.by} · </>}
          <DateText moment={draft.updatedAt} />
        </span>
        {days <= limits.caseDraftNoticeDays && <span className={css.ends}>{t('ends', { days })}</span>}
      </Stack>
      <Button size="xs" variant="default" aria-label={t('open', { patient })} onClick={props.onOpen}>
        {common('do.continue')}
      </Button>
      <ActionIcon size={30} aria-label={t('discardOf', { patient })} onClick={props.onDiscard}>
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  )
}
