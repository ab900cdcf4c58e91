import { NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { limits, type WorkOrderPriority, workOrderFields, workOrderPriorities } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useId, useState } from 'react'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { type ContractForm, useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { draftName } from './follow-up.ts'
import { PictureField } from './PictureField.tsx'
import { useTypeName } from './WorkOrderMarks.tsx'

const CreateForm = z.strictObject({
  ...workOrderFields,
  typeId: z.string().check(z.minLength(1, 'required')),
  imageId: z.nullable(z.string()),
})
type Form = ContractForm<z.input<typeof CreateForm>, z.output<typeof CreateForm>>

const start: z.input<typeof CreateForm> = {
  typeId: '',
  priority: 'normal',
  title: '',
  requestNumber: '',
  contactPhone: '',
  content: '',
  imageId: null,
}

/**
 * Begins a support request. What was typed is kept until it is submitted, also when the window is closed or the page
 * reloaded.
 * @param props.follows id of the request that this one follows: its draft was begun with that one's text
 */
export function CreateDialog(props: { follows: string | undefined; isOpen: boolean; onClose: () => void }) {
  const t = useTexts('support.create')
  const support = useTexts('support')
  const [isLoading, setLoading] = useState(false)
  const { form, submit, isBusy } = useCreation(props.follows, props.onClose)
  const setImage = useCallback(
    (imageId: string | null) => form.setFieldValue('imageId', imageId),
    [form.setFieldValue],
  )
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('title')}
      confirm={t('confirm')}
      widthPx={600}
      isBusy={isBusy}
      isDisabled={isLoading}
      onSubmit={submit}
    >
      <TypeFields form={form} />
      <TextInput
        label={support('list.column.title')}
        description={t('titleHelp', {
          min: limits.workOrderTitleLengthMin,
          max: limits.workOrderTitleLengthMax,
        })}
        maxLength={limits.workOrderTitleLengthMax}
        withAsterisk
        aria-required
        {...form.getInputProps('title')}
      />
      <PictureField imageId={form.values.imageId} onChange={setImage} onBusy={setLoading}>
        <Textarea
          label={t('content')}
          description={t('contentHelp')}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={limits.workOrderContentLengthMax}
          withAsterisk
          aria-required
          {...form.getInputProps('content')}
        />
      </PictureField>
      <OptionalFields form={form} />
    </FormDialog>
  )
}

function useCreation(follows: string | undefined, onClose: () => void) {
  const t = useTexts('support.create')
  const navigate = useNavigate()
  const form = useContractForm({ schema: CreateForm, initial: start, draft: draftName(follows) })
  const write = useWrite('workorders.create', { form })
  const submit = form.submit(async (body) => {
    const made = await write.send({ body })
    if (!made) return
    form.forgetDraft()
    form.reset()
    onClose()
    showNotice({ level: 'info', text: t('done', { number: made.number }) })
    await navigate({ to: '/work/detail', search: { id: made.id } as never })
  })
  return { form, submit, isBusy: write.isBusy }
}

function TypeFields({ form }: { form: Form }) {
  const t = useTexts('support')
  const common = useTexts('common')
  const typeName = useTypeName()
  const types = useRead('workorders.listTypes', {})
  const id = useId()
  const list = types.data?.list ?? []
  return (
    <>
      <NativeSelect
        label={common('label.type')}
        data={[
          { value: '', label: t('create.chooseType'), disabled: true },
          ...list.map((type) => ({ value: type.id, label: typeName(type) })),
        ]}
        withAsterisk
        aria-required
        {...form.getInputProps('typeId')}
        error={types.failure ? t('create.noTypes') : form.errors.typeId}
      />
      <div>
        <span id={id} className="mantine-InputWrapper-label">
          {t('list.column.priority')}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby={id}
          value={form.values.priority}
          onChange={(value) => form.setFieldValue('priority', value as WorkOrderPriority)}
          data={workOrderPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
        />
      </div>
    </>
  )
}

function OptionalFields({ form }: { form: Form }) {
  const t = useTexts('support.create')
  const support = useTexts('support')
  const optional = useTexts('ui')('optional')
  const number = { min: limits.requestNumberLengthMin, max: limits.requestNumberLengthMax }
  const phone = { min: limits.contactPhoneLengthMin, max: limits.contactPhoneLengthMax }
  return (
    <div className="request-pair">
      <TextInput
        label={`${support('list.column.requestNumber')} (${optional})`}
        description={t('requestNumberHelp', number)}
        maxLength={limits.requestNumberLengthMax}
        {...form.getInputProps('requestNumber')}
      />
      <TextInput
        label={`${t('contactPhone')} (${optional})`}
        description={t('contactPhoneHelp', phone)}
        type="tel"
        maxLength={limits.contactPhoneLengthMax}
        {...form.getInputProps('contactPhone')}
      />
    </div>
  )
}
