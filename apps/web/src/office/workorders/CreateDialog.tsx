import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl, Textarea } from '@mantine/core'
import { Id, limits, workOrderFields, workOrderPriorities } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { draftName } from './follow-up.ts'
import { PictureField } from './PictureField.tsx'
import { useTypeName } from './WorkOrderMarks.tsx'
import css from './WorkOrders.module.css'

const rules = { ...workOrderFields, typeId: Id, imageId: z.nullable(z.string()) }

type Props = { follows: string | undefined; isOpen: boolean; onClose: () => void }

/**
 * Creates a support request. A draft stores the fields until the request is sent.
 * @param props.follows id of the earlier request, for a follow-up. `useFollowUp` has stored a draft with its values.
 */
export function CreateDialog({ follows, ...frame }: Props) {
  const t = useTexts('support.create')
  const column = useTexts('support.list.column')
  const navigate = useNavigate()
  const typeField = useTypeField()
  const [isLoading, setLoading] = useState(false)
  const title = { min: limits.workOrderTitleLengthMin, max: limits.workOrderTitleLengthMax }
  const number = { min: limits.requestNumberLengthMin, max: limits.requestNumberLengthMax }
  const phone = { min: limits.contactPhoneLengthMin, max: limits.contactPhoneLengthMax }
  return (
    <FormDialog
      {...frame}
      title={t('title')}
      confirm={t('confirm')}
      widthPx={600}
      isDisabled={isLoading}
      call="workorders.create"
      rules={rules}
      initial={{
        typeId: '',
        priority: 'normal',
        title: '',
        requestNumber: '',
        contactPhone: '',
        content: '',
        imageId: null,
      }}
      draft={draftName(follows)}
      fields={[
        typeField,
        ({ getInputProps }) => <PriorityField {...getInputProps('priority')} />,
        {
          name: 'title',
          label: column('title'),
          help: t('titleHelp', title),
          maxLength: title.max,
        },
        ({ values, getInputProps, setFieldValue }) => (
          <PictureField
            imageId={values.imageId}
            onChange={(imageId) => setFieldValue('imageId', imageId)}
            onBusy={setLoading}
          >
            <Textarea
              label={t('content')}
              description={t('contentHelp')}
              autosize
              minRows={4}
              maxRows={12}
              maxLength={limits.workOrderContentLengthMax}
              {...getInputProps('content')}
            />
          </PictureField>
        ),
        {
          className: css.requestPair,
          fields: [
            {
              name: 'requestNumber',
              label: column('requestNumber'),
              isOptional: true,
              help: t('requestNumberHelp', number),
              maxLength: number.max,
            },
            {
              name: 'contactPhone',
              label: t('contactPhone'),
              isOptional: true,
              help: t('contactPhoneHelp', phone),
              type: 'tel',
              maxLength: phone.max,
            },
          ],
        },
      ]}
      resets
      done={({ number }) => t('done', { number })}
      onDone={({ id }) => navigate({ to: '/work/detail', search: { id } })}
    />
  )
}

/** Returns the field for the type of the request. */
function useTypeField() {
  const t = useTexts('support.create')
  const common = useTexts('common')
  const typeName = useTypeName()
  const types = useRead('workorders.listTypes', {})
  return {
    name: 'typeId',
    label: common('label.type'),
    as: 'select',
    choose: t('chooseType'),
    options: (types.data?.list ?? []).map((type) => ({ value: type.id, label: typeName(type) })),
    ...(types.failure ? { error: t('noTypes') } : {}),
  } as const
}

function PriorityField(props: { value?: string; onChange: (priority: string) => void }) {
  const t = useTexts('support')
  const id = useId()
  return (
    <div>
      <span id={id} className="mantine-InputWrapper-label">
        {t('list.column.priority')}
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={props.value ?? ''}
        onChange={props.onChange}
        data={workOrderPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
      />
    </div>
  )
}
