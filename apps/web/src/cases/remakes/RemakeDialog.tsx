import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Stack } from '@mantine/core'
import {
  closedOrderRoutes,
  type OrderFile,
  type Party,
  type Remake,
  remakeCauses,
  remakeRoutes,
} from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { dayFromToday } from '../../frame/time-zone.ts'
import { DayField } from '../../ui/DayField.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { type ActionDialogProps, useCaseDialog, useCaseWrite } from '../orders/actions/use-order-write.ts'

const rules = { ...closedOrderRoutes['orders.remake'].body.shape, excludedIds: z.array(z.string()) }

/** Orders a remake of a case, with a cause, a delivery day, and the files to reuse. */
export function RemakeDialog(props: ActionDialogProps) {
  const { order } = props
  const t = useTexts('remakes.dialog')
  const orderTexts = useTexts('order')
  const orders = useTexts('orders')
  const navigate = useNavigate()
  const causes = useCauses()
  const files = useClinicFiles(order.id)
  const { id, version, number } = order
  return (
    <FormDialog
      {...useCaseDialog(props)}
      title={t('title', { number })}
      confirm={orderTexts('action.remake')}
      isDisabled={files === undefined}
      widthPx={520}
      call="orders.remake"
      rules={rules}
      initial={{ cause: '', note: '', deliveryOn: null, excludedIds: [] }}
      draft={`remake.${id}`}
      secrets={['excludedIds']}
      input={({ excludedIds, ...values }) => {
        const fileIds = (files ?? []).flatMap((file) => (excludedIds.includes(file.id) ? [] : [file.id]))
        return { params: { id }, body: { version, ...values, fileIds } }
      }}
      lead={<p className="quiet">{t('text')}</p>}
      fields={[
        { name: 'cause', label: t('cause'), as: 'select', choose: t('choose'), options: causes },
        {
          name: 'note',
          label: t('note'),
          help: t('noteHelp', { lab: order.labName ?? '' }),
          as: 'area',
          rows: [2, 6],
        },
        ({ getInputProps }) => (
          <DayField
            label={orders('columns.deliveryOn')}
            min={dayFromToday()}
            {...getInputProps('deliveryOn')}
          />
        ),
        ({ values, setFieldValue }) => (
          <ReusedFiles
            files={files ?? []}
            excludedIds={values.excludedIds}
            onChange={(excludedIds) => setFieldValue('excludedIds', excludedIds)}
          />
        ),
      ]}
      done={(remake) => t('done', { number: remake.number, original: number })}
      onDone={(remake) => void navigate({ to: '/order/detail/$id', params: { id: remake.id } })}
    />
  )
}

/** Reads the clinic's verified files of a case; undefined while they load. */
function useClinicFiles(orderId: string): readonly OrderFile[] | undefined {
  const { data } = useRead('orders.get', { params: { id: orderId } })
  return data?.files.filter((file) => file.party === 'clinic' && file.state === 'verified')
}

/** Returns the causes of a remake as options of a select. */
function useCauses() {
  const t = useTexts('remakes.causes')
  return remakeCauses.map((value) => ({ value, label: t(value) }))
}

function ReusedFiles(props: {
  files: readonly OrderFile[]
  excludedIds: readonly string[]
  onChange: (excludedIds: string[]) => void
}) {
  const t = useTexts('remakes.dialog')
  const roles = useTexts('order.role')
  const { size } = useFormats()
  if (props.files.length === 0) return <p className="quiet">{t('noFiles')}</p>
  return (
    <Checkbox.Group
      label={t('files')}
      description={t('filesHelp')}
      value={props.files.flatMap(({ id }) => (props.excludedIds.includes(id) ? [] : [id]))}
      onChange={(ids) => props.onChange(props.files.flatMap(({ id }) => (ids.includes(id) ? [] : [id])))}
    >
      <Stack gap={10} mt={10}>
        {props.files.map((file) => (
          <Checkbox
            key={file.id}
            value={file.id}
            label={file.name}
            description={`${roles(file.role)} · ${size(file.sizeBytes)}`}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** A remake, the case that shows it, and the party of the user. */
export type CauseSubject = { orderId: string; remake: Remake; side: Party }

/** States the cause of a remake from the point of view of the user's party. */
export function CauseDialog(props: { subject: CauseSubject; isOpen: boolean; onClose: () => void }) {
  const t = useTexts('remakes.section')
  const common = useTexts('common')
  const dialog = useTexts('remakes.dialog')
  const causes = useCauses()
  const { isOpen, onClose } = props
  const { orderId, remake, side } = props.subject
  const isClinic = side === 'clinic'
  const { id } = remake
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(isClinic || remake.labCause ? 'change' : 'note')}
      confirm={common('do.save')}
      call="remakes.noteCause"
      {...useCaseWrite(orderId, onClose)}
      rules={remakeRoutes['remakes.noteCause'].body.shape}
      initial={{
        cause: isClinic ? remake.clinicCause : (remake.labCause ?? ''),
        note: isClinic ? remake.clinicNote : remake.labNote,
      }}
      input={(values) => ({ body: { id, ...values } })}
      fields={[
        { name: 'cause', label: dialog('cause'), as: 'select', choose: dialog('choose'), options: causes },
        { name: 'note', label: t('comment'), as: 'area', rows: [2, 6] },
      ]}
    />
  )
}
