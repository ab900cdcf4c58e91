import { Checkbox, NativeSelect } from '@mantine/core'
import {
  type PushSetting,
  pushEvents,
  pushFormatsOfKind,
  pushKinds,
  pushSettingRoutes,
} from '@pontic/contract'
import { useId } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import {
  checkPlace,
  initialPlace,
  type PlaceValues,
  placeFormFields,
  secretFields,
  typedPlace,
  typedSecrets,
} from '../settings/place-form.ts'
import { SettingDialog, type SettingDialogProps, useSaved } from '../settings/SettingDialog.tsx'

const fields = pushSettingRoutes['pushSettings.create'].body.shape

const PushForm = z.strictObject({
  name: fields.name,
  kind: fields.kind,
  ...placeFormFields,
  format: fields.format,
  includesFiles: z.boolean(),
  events: fields.events,
  isEnabled: z.boolean(),
})
type Values = z.input<typeof PushForm>

/** Makes or changes a push setting. */
export function PushDialog(props: SettingDialogProps<PushSetting>) {
  const t = useTexts('transfers')
  const { form, submit, isBusy } = usePushForm(props)
  const { kind } = form.values
  const format = fitFormat(form.values)
  return (
    <SettingDialog
      {...props}
      way="push"
      kinds={pushKinds}
      values={form.values}
      inputOf={form.getInputProps}
      onSecret={(secret) => form.setFieldValue('password', secret)}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <NativeSelect
        label={t('format.label')}
        description={format === 'exocad' ? t('push.dialog.untested') : undefined}
        data={pushFormatsOfKind[kind].map((value) => ({ value, label: t(`format.${value}`) }))}
        {...form.getInputProps('format')}
        value={format}
      />
      {format !== 'files' && (
        <Checkbox
          label={t(kind === 'webhook' ? 'push.dialog.includesLinks' : 'push.dialog.includesFiles')}
          {...form.getInputProps('includesFiles', { type: 'checkbox' })}
        />
      )}
      <EventBoxes
        value={form.values.events}
        error={form.errors.events as string | undefined}
        onChange={(events) => form.setFieldValue('events', events)}
      />
    </SettingDialog>
  )
}

function EventBoxes(props: {
  value: Values['events']
  error: string | undefined
  onChange: (events: Values['events']) => void
}) {
  const t = useTexts('transfers')
  const steps = useTexts('order.timeline')
  const errorId = useId()
  const { value, error, onChange } = props
  return (
    <fieldset className="transfer-boxes" aria-describedby={error ? errorId : undefined}>
      <legend>{t('push.dialog.events')}</legend>
      {pushEvents.map((event) => (
        <Checkbox
          key={event}
          size="sm"
          label={steps(event)}
          checked={value.includes(event)}
          onChange={() =>
            onChange(value.includes(event) ? value.filter((one) => one !== event) : [...value, event])
          }
        />
      ))}
      {error && (
        <p id={errorId} className="transfer-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const initialOf = (setting: PushSetting | undefined): Values => ({
  name: setting?.name ?? '',
  kind: setting?.kind ?? 'webhook',
  ...initialPlace(setting),
  format: setting?.format ?? 'pontic',
  includesFiles: setting?.includesFiles ?? true,
  events: setting?.events ?? ['send', 'recall'],
  isEnabled: setting?.isEnabled ?? true,
})

// A format that the chosen kind does not have stands for its first one.
const fitFormat = ({ kind, format }: Pick<Values, 'kind' | 'format'>): Values['format'] => {
  const formats: readonly Values['format'][] = pushFormatsOfKind[kind]
  return formats.includes(format) ? format : 'pontic'
}

function usePushForm(props: SettingDialogProps<PushSetting>) {
  const { subject: setting } = props
  const finish = useSaved('push', props)
  const form = useContractForm({
    schema: PushForm,
    initial: initialOf(setting),
    draft: `push.${setting?.id ?? 'new'}`,
    secrets: secretFields,
    check: (values) => checkPlace(values.kind, values),
  })
  const create = useWrite('pushSettings.create', { form })
  const update = useWrite('pushSettings.update', { form })
  const submit = form.submit(async (values) => {
    const place: PlaceValues = values
    const { name, kind, includesFiles, events, isEnabled } = values
    const rest = { name, kind, format: fitFormat(values), includesFiles, events, isEnabled }
    const body = { ...rest, ...typedPlace(place), ...typedSecrets(kind, place) }
    const saved = setting
      ? await update.send({ body: { id: setting.id, ...body } })
      : await create.send({ body })
    if (saved) finish(form, name)
  })
  return { form, submit, isBusy: create.isBusy || update.isBusy }
}
