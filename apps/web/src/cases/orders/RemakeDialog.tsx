import { Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { closedOrderRoutes, type OrderFile, type RemakeCause, remakeCauses } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { DayField, dayFromToday } from '../../ui/DayField.tsx'
import { FormDialog } from '../../ui/Dialog.tsx'
import type { ActionDialogProps } from './order-actions.ts'
import { useOrderWrite } from './use-order-write.ts'

const { cause, note, deliveryOn } = closedOrderRoutes['orders.remake'].body.shape
const RemakeForm = z.strictObject({ cause, note, deliveryOn })
const widthPx = 520

/** Has a case made again: its cause, the wished day, and which of its files are used again. */
export function RemakeDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('remakes.dialog')
  const orderTexts = useTexts('order')
  const orders = useTexts('orders')
  const navigate = useNavigate()
  const form = useContractForm({
    schema: RemakeForm,
    initial: { cause: '' as RemakeCause, note: '', deliveryOn: null as string | null },
    draft: `remake.${order.id}`,
  })
  const files = useClinicFiles(order.id)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const write = useOrderWrite('orders.remake', { orderId: order.id, form, onConflict: onClose })
  const create = form.submit(async (values) => {
    const fileIds = (files ?? []).map((file) => file.id).filter((id) => !left.has(id))
    const body = { version: order.version, ...values, fileIds }
    const made = await write.send({ params: { id: order.id }, body })
    if (!made) return
    form.forgetDraft()
    onClose()
    showNotice({ level: 'info', text: t('done', { number: made.number, original: order.number }) })
    void navigate({ to: '/order/detail/$id', params: { id: made.id } })
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number: order.number })}
      confirm={orderTexts('action.remake')}
      isBusy={write.isBusy}
      isDisabled={files === undefined}
      widthPx={widthPx}
      onSubmit={create}
    >
      <p className="quiet">{t('text')}</p>
      <CauseSelect label={t('cause')} choose={t('choose')} {...form.getInputProps('cause')} />
      <Textarea
        label={t('note')}
        description={t('noteHelp', { lab: order.labName ?? '' })}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('note')}
      />
      <DayField
        label={orders('columns.deliveryOn')}
        min={dayFromToday()}
        value={form.values.deliveryOn ?? null}
        onChange={(day) => form.setFieldValue('deliveryOn', day)}
        error={form.errors.deliveryOn}
      />
      <ReusedFiles files={files ?? []} left={left} onChange={setLeft} />
    </FormDialog>
  )
}

/** The clinic's whole files of a case; undefined until they are known. */
function useClinicFiles(orderId: string): readonly OrderFile[] | undefined {
  const { data } = useRead('orders.get', { params: { id: orderId } })
  return data?.files.filter((file) => file.party === 'clinic' && file.state === 'verified')
}

/** Chooses a cause. Takes what a form gives to a field. */
export function CauseSelect(props: {
  label: string
  choose: string
  value?: string
  onChange?: (event: React.ChangeEvent<HTMLSelectElement>) => void
}) {
  const causes = useTexts('remakes.causes')
  const { choose, ...field } = props
  return (
    <NativeSelect
      {...field}
      withAsterisk
      data={[
        { value: '', label: choose, disabled: true },
        ...remakeCauses.map((value) => ({ value, label: causes(value) })),
      ]}
    />
  )
}

function ReusedFiles(props: {
  files: readonly OrderFile[]
  left: ReadonlySet<string>
  onChange: (left: ReadonlySet<string>) => void
}) {
  const t = useTexts('remakes.dialog')
  const roles = useTexts('order.role')
  const { size } = useFormats()
  if (props.files.length === 0) return <p className="quiet">{t('noFiles')}</p>
  const toggle = (id: string) => {
    const next = new Set(props.left)
    if (!next.delete(id)) next.add(id)
    props.onChange(next)
  }
  return (
    <Checkbox.Group
      label={t('files')}
      description={t('filesHelp')}
      value={props.files.map((file) => file.id).filter((id) => !props.left.has(id))}
    >
      <div className="reused-files">
        {props.files.map((file) => (
          <Checkbox
            key={file.id}
            value={file.id}
            label={file.name}
            description={`${roles(file.role)} · ${size(file.sizeBytes)}`}
            onChange={() => toggle(file.id)}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
