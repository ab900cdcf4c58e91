import { Textarea, TextInput } from '@mantine/core'
import { OrderDraft } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { dayFromToday } from '../../frame/time-zone.ts'
import type { FieldsForm } from '../../ui/contract-form.ts'
import { DayField } from '../../ui/DayField.tsx'
import css from './case-dialog.module.css'
import { OrderTypeField } from './OrderType.tsx'

/** The values of the fields that the clinic fills in. */
export type CaseValues = OrderDraft

/** The Mantine form of {@link CaseFields}. */
type CaseForm = FieldsForm<CaseValues>

/** The contract's schema with an input type that has no optional fields, because the form sets every field. */
export const CaseSchema = z.pipe(
  z.pipe(
    z.custom<CaseValues>(),
    z.transform((values: CaseValues): z.input<typeof OrderDraft> => values),
  ),
  OrderDraft,
)

/** The start values of a new case. */
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

/** Returns only the fields of a case that the clinic fills in. */
export const toCaseValues = (order: CaseValues): CaseValues =>
  Object.fromEntries(Object.entries(order).filter(([field]) => field in blankCase)) as CaseValues

/** The inputs of the fields that the clinic fills in (requirement 3.order). */
export function CaseFields({ form }: { form: CaseForm }) {
  const t = useTexts('orders.fields')
  const orders = useTexts('orders')
  const common = useTexts('common')
  return (
    <>
      <OrderTypeField
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

/** The inputs for date, scanner and software of the scan. */
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
