import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { limits } from '@pontic/contract'
import { IconTrash } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { MomentText } from '../../../ui/formats.tsx'
import listCss from '../../lists.module.css'
import { type CaseDraft, daysLeft, deleteCaseDraft, listCaseDrafts } from './case-drafts.ts'
import css from './NewCaseDialog.module.css'

/**
 * Returns the stored drafts of the account, and the draft that the user is asked to keep or discard.
 * @param exceptId the id of the draft in the open dialog, which is not listed
 */
export function useCaseDrafts(exceptId: string) {
  const accountId = useSession()?.account_id ?? ''
  const read = () => listCaseDrafts(accountId).filter(({ id }) => id !== exceptId)
  const [drafts, setDrafts] = useState(read)
  const [discarding, setDiscarding] = useState<CaseDraft>()
  const discard = (draft: CaseDraft) => {
    deleteCaseDraft(accountId, draft.id)
    setDrafts(read())
  }
  return { drafts, discarding, setDiscarding, discard }
}

/** Lists the drafts of the account with buttons to continue and discard them. */
export function CaseDraftList(props: {
  state: ReturnType<typeof useCaseDrafts>
  onOpen: (draftId: string) => void
}) {
  const t = useTexts('orders.drafts')
  const { drafts, setDiscarding } = props.state
  if (drafts.length === 0) return null
  return (
    <section>
      <Text component="h3" fz="sm" fw={500} mb={6}>
        {t('title')}
      </Text>
      <ul className={clsx(listCss.rows, css.drafts)} aria-label={t('title')}>
        {drafts.map((draft) => (
          <DraftItem
            key={draft.id}
            draft={draft}
            onOpen={() => props.onOpen(draft.id)}
            onDiscard={() => setDiscarding(draft)}
          />
        ))}
      </ul>
    </section>
  )
}

function DraftItem(props: { draft: CaseDraft; onOpen: () => void; onDiscard: () => void }) {
  const t = useTexts('orders.drafts')
  const common = useTexts('common')
  const types = useTexts('order.type')
  const { draft } = props
  const patient = draft.values.patientName.trim() || t('nobody')
  const days = daysLeft(draft)
  return (
    <Group component="li" gap={8} py={6} wrap="nowrap">
      <Stack component="span" flex={1} gap={0} miw={0}>
        <span className="one-line">{patient}</span>
        <span className="meta">
          {types(`${draft.values.type}`)} · <MomentText moment={draft.changedAt} />
          {days <= limits.caseDraftNoticeDays && <> · {t('ends', { days })}</>}
        </span>
      </Stack>
      <Button
        size="xs"
        variant="default"
        flex="none"
        aria-label={t('open', { patient })}
        onClick={props.onOpen}
      >
        {common('do.continue')}
      </Button>
      <ActionIcon size={30} aria-label={t('discardOf', { patient })} onClick={props.onDiscard}>
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </Group>
  )
}

/** Asks whether to keep or discard a draft. */
export function DiscardDraftDialog(props: {
  patientName: string
  isOpen: boolean
  onStay: () => void
  onKeep: () => void
  onDiscard: () => void
}) {
  const t = useTexts('orders.drafts')
  const patient = props.patientName.trim()
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onStay}
      title={t('question')}
      confirm={t('discard')}
      isDangerous
      other={{ label: t('keep'), onSelect: props.onKeep }}
      onConfirm={props.onDiscard}
    >
      <p>{patient === '' ? t('questionText') : t('questionTextOf', { patient })}</p>
      <p className="quiet">{t('keepText', { days: limits.caseDraftDays })}</p>
    </ConfirmDialog>
  )
}
