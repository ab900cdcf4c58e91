import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core'
import {
  type PushSetting,
  pushEvents,
  pushFormatsOfKind,
  pushKinds,
  pushSettingRoutes,
} from '@pontic/contract'
import { useId } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useContractForm } from '../ui/contract-form.ts'
import { FormDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'
import { PlaceFields } from './PlaceFields.tsx'
import {
  checkPlace,
  initialPlace,
  type PlaceValues,
  placeFormFields,
  secretFields,
  typedPlace,
  typedSecrets,
} from './place-form.ts'

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

type Props = { setting: PushSetting | undefined; isOpen: boolean; onClose: () => void }

/** Makes or changes a push setting; its fields are those of its kind. */
export function PushDialog({ setting, isOpen, onClose }: Props) {
  const t = useTexts('transfers')
  const { form, submit, isBusy } = usePushForm(setting, onClose)
  const { kind } = form.values
  const format = fitFormat(form.values)
  const isKept = setting?.kind === kind
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={setting ? t('push.dialog.editTitle', { name: setting.name }) : t('push.dialog.createTitle')}
      confirm={t(setting ? 'push.dialog.confirmEdit' : 'push.dialog.confirmCreate')}
      widthPx={600}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <TextInput
        label={t('push.dialog.name')}
        withAsterisk
        aria-required
        data-autofocus
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={t('kind.label')}
        data={pushKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <PlaceFields
        kind={kind}
        inputOf={(name) => form.getInputProps(name)}
        secretsSet={isKept ? setting.secretsSet : []}
        secret={form.values.password}
        onSecret={(secret) => form.setFieldValue('password', secret)}
      />
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
      <Switch label={t('push.dialog.isEnabled')} {...form.getInputProps('isEnabled', { type: 'checkbox' })} />
    </FormDialog>
  )
}

function EventBoxes(props: {
  value: Values['events']
  error: string | undefined
  onChange: (events: Values['events']) => void
}) {
  const t = useTexts('transfers')
  const errorId = useId()
  const { value, error, onChange } = props
  return (
    <fieldset className="transfer-boxes" aria-describedby={error ? errorId : undefined}>
      <legend>{t('push.dialog.events')}</legend>
      {pushEvents.map((event) => (
        <Checkbox
          key={event}
          size="sm"
          label={t(`event.${event}`)}
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

function usePushForm(setting: PushSetting | undefined, onClose: () => void) {
  const t = useTexts('transfers.push.dialog')
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
    if (!saved) return
    form.forgetDraft()
    onClose()
    showNotice({ level: 'info', text: t(setting ? 'changed' : 'created', { name }) })
  })
  return { form, submit, isBusy: create.isBusy || update.isBusy }
}
