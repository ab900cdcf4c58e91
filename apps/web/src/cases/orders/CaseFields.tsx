import { Textarea, TextInput } from '@mantine/core'
import { OrderDraft } from '@pontic/contract'
import type * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import type { FieldsForm } from '../../ui/contract-form.ts'
import { DayField, dayFromToday } from '../../ui/DayField.tsx'
import css from './case-dialog.module.css'
import { TypeChoice } from './OrderType.tsx'

/** What the clinic fills in, every field given. */
export type CaseValues = OrderDraft

/** The form of {@link CaseFields}. */
export type CaseForm = FieldsForm<CaseValues>

/** The contract's schema of what the clinic fills in, for a form that gives every field. */
export const CaseSchema = OrderDraft as unknown as z.ZodMiniType<OrderDraft, CaseValues>

/** A new case as the form begins. */
export const blankCase: CaseValues = {
  type: 0,
  patientName: '',
  doctor: '',
  scanDate: null,
  deliveryOn: null,
  equipmentNumber: '',
  softwareVersion: '',
  otherRequirements: '',
  remark: '',
}

/** Every field that the clinic fills in (requirement 3.order). */
export function CaseFields({ form }: { form: CaseForm }) {
  const t = useTexts('orders.fields')
  const orders = useTexts('orders')
  const common = useTexts('common')
  return (
    <>
      <TypeChoice
        label={common('label.type')}
        value={form.values.type}
        onChange={(type) => form.setFieldValue('type', type)}
      />
      <TextInput
        label={common('label.patient')}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('patientName')}
      />
      <TextInput label={orders('columns.doctor')} autoComplete="off" {...form.getInputProps('doctor')} />
      <DayField
        label={orders('columns.deliveryOn')}
        description={t('deliveryOnHelp')}
        min={dayFromToday()}
        {...form.getInputProps('deliveryOn')}
      />
      <Textarea
        label={orders('columns.otherRequirements')}
        description={t('otherRequirementsHelp')}
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps('otherRequirements')}
      />
      <Textarea
        label={orders('columns.remark')}
        description={t('remarkHelp')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('remark')}
      />
      <ScanFields form={form} />
    </>
  )
}

/** Where the scan comes from: three fields that are seldom typed, in one row where there is room. */
function ScanFields({ form }: { form: CaseForm }) {
  const t = useTexts('orders.fields')
  const orders = useTexts('orders')
  return (
    <fieldset className={css.scanFields}>
      <legend className="only-read">{t('scan')}</legend>
      <DayField label={orders('columns.scanDate')} max={dayFromToday()} {...form.getInputProps('scanDate')} />
      <TextInput label={orders('columns.equipmentNumber')} {...form.getInputProps('equipmentNumber')} />
      <TextInput label={orders('columns.softwareVersion')} {...form.getInputProps('softwareVersion')} />
    </fieldset>
  )
}
