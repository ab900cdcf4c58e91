import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Skeleton, Text } from '@mantine/core'
import { type OrderFile, reviewRoutes } from '@pontic/contract'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { ConfirmCall } from '../orders/actions/ConfirmCall.tsx'
import { type ActionDialogProps, useCaseDialog } from '../orders/actions/use-order-write.ts'

const isDesign = ({ party, role, state }: OrderFile) =>
  party === 'lab' && role === 'design' && state === 'verified'

/** Loads the design files of a case, newest first, and those that no earlier version had. */
function useDesigns(orderId: string) {
  const detail = useRead('orders.get', { params: { id: orderId } })
  const review = useRead('reviews.get', { params: { id: orderId } })
  if (!detail.data || !review.data) return undefined
  const seen = new Set(review.data.steps.flatMap(({ files }) => files.map(({ fileId }) => fileId)))
  const files = detail.data.files.filter(isDesign).toReversed()
  const fresh = files.filter(({ id }) => !seen.has(id))
  return { files, start: (fresh.length > 0 ? fresh : files).map(({ id }) => id) }
}

/** Puts design files up for review. Chosen are those that no earlier version had. */
export function RequestReviewDialog(props: ActionDialogProps) {
  const t = useTexts('review')
  const actions = useTexts('order.action')
  const common = useTexts('common.label')
  const fields = useTexts('prescription.fields')
  const { id: orderId, number } = props.order
  const designs = useDesigns(orderId)
  const [chosen, setChosen] = useState<readonly string[]>()
  const fileIds = chosen ?? designs?.start ?? []
  const toggle = (id: string) =>
    setChosen(fileIds.includes(id) ? fileIds.filter((one) => one !== id) : [...fileIds, id])
  return (
    <FormDialog
      {...useCaseDialog(props)}
      title={`${t('title')} · ${number}`}
      confirm={actions('requestReview')}
      isDisabled={designs === undefined || designs.files.length === 0}
      call="reviews.request"
      rules={{ note: reviewRoutes['reviews.request'].body.shape.note }}
      initial={{ note: '' }}
      draft={`requestReview.${orderId}`}
      check={() => (fileIds.length === 0 ? { fileIds: 'required' } : {})}
      input={({ note }) => ({ body: { orderId, fileIds: [...fileIds], note } })}
      fields={[
        ({ errors }) =>
          designs === undefined ? (
            <Skeleton height={48} />
          ) : designs.files.length === 0 ? (
            <Text>{t('noFiles')}</Text>
          ) : (
            <Checkbox.Group
              label={common('files')}
              value={[...fileIds]}
              error={fileIds.length === 0 ? errors.fileIds : undefined}
            >
              {designs.files.map((file) => (
                <Checkbox
                  key={file.id}
                  mt={8}
                  value={file.id}
                  label={file.name}
                  styles={{ label: { overflowWrap: 'anywhere' } }}
                  onChange={() => toggle(file.id)}
                />
              ))}
            </Checkbox.Group>
          ),
        { name: 'note', label: fields('note'), as: 'area' },
      ]}
    />
  )
}

/** Withdraws the laboratory's design from the review. */
export function WithdrawReviewDialog(props: ActionDialogProps) {
  const t = useTexts('review')
  return <ConfirmStep {...props} action="withdrawReview" call="reviews.withdraw" text={t('withdrawText')} />
}

/** Ends the clinic's demand for a review. */
export function WaiveReviewDialog(props: ActionDialogProps) {
  const t = useTexts('review')
  return <ConfirmStep {...props} action="waiveReview" call="reviews.waive" text={t('waiveText')} />
}

function ConfirmStep({
  order,
  isOpen,
  onClose,
  action,
  ...step
}: ActionDialogProps & {
  action: 'withdrawReview' | 'waiveReview'
  call: 'reviews.withdraw' | 'reviews.waive'
  text: string
}) {
  const actions = useTexts('order.action')
  const name = action === 'withdrawReview' ? actions('withdrawReview') : actions('waiveReview')
  return (
    <ConfirmCall
      {...step}
      orderId={order.id}
      isOpen={isOpen}
      onClose={onClose}
      title={`${name}?`}
      confirm={name}
      input={{ body: { orderId: order.id } }}
    />
  )
}
