import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, NativeSelect } from '@mantine/core'
import {
  ownPushKinds,
  type PushSetting,
  pushEvents,
  pushFormatsOfKind,
  pushKinds,
  pushSettingRoutes,
} from '@pontic/contract'
import { type ReactNode, useId } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { hasPermission } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { checkPlace, toPlace, toSecrets } from '../settings/place-form.ts'
import {
  type SettingDialogProps,
  settingRules,
  settingValues,
  useSettingDialog,
} from '../settings/SettingDialog.tsx'
import css from '../settings/Transfers.module.css'

const usualEvents: PushSetting['events'] = ['send', 'recall']
const { kind, format, events } = pushSettingRoutes['pushSettings.create'].body.shape
const rules = { ...settingRules, kind, format, includesFiles: z.boolean(), events }

/** Creates or edits a push setting. */
export function PushDialog(props: SettingDialogProps<PushSetting>) {
  const { subject: setting } = props
  const t = useTexts('transfers')
  const isOwn = hasPermission(useSession(), 'push.own')
  const { frame, fields } = useSettingDialog('push', props, isOwn ? ownPushKinds : pushKinds, isOwn)
  return (
    <FormDialog
      {...frame}
      call={setting ? 'pushSettings.update' : 'pushSettings.create'}
      rules={rules}
      initial={{
        ...settingValues(setting),
        kind: setting?.kind ?? 'webhook',
        format: setting?.format ?? 'pontic',
        includesFiles: setting?.includesFiles ?? true,
        events: setting?.events ?? usualEvents,
      }}
      check={(values) => checkPlace(values.kind, values)}
      input={({ name, kind, includesFiles, events, isEnabled, ...values }) => {
        const format = formatOrDefault({ kind, format: values.format })
        const rest = { name, kind, format, includesFiles, events, isEnabled }
        const body = { ...rest, ...toPlace(values), ...toSecrets(kind, values) }
        return { body: setting ? { id: setting.id, ...body } : body }
      }}
      fields={[
        fields.name,
        fields.kind,
        fields.place,
        ({ values, getInputProps }) => (
          <NativeSelect
            label={t('format.label')}
            description={formatOrDefault(values) === 'exocad' ? t('push.dialog.untested') : undefined}
            data={pushFormatsOfKind[values.kind].map((value) => ({ value, label: t(`format.${value}`) }))}
            {...getInputProps('format')}
            value={formatOrDefault(values)}
          />
        ),
        ({ values, getInputProps }) =>
          formatOrDefault(values) !== 'files' && (
            <Checkbox
              label={t(values.kind === 'webhook' ? 'push.dialog.includesLinks' : 'push.dialog.includesFiles')}
              {...getInputProps('includesFiles', { type: 'checkbox' })}
            />
          ),
        ({ values, errors, setFieldValue }) => (
          <EventBoxes
            value={values.events}
            error={errors.events}
            onChange={(events) => setFieldValue('events', events)}
          />
        ),
        fields.isEnabled,
      ]}
    />
  )
}

function EventBoxes(props: {
  value: PushSetting['events']
  error: ReactNode
  onChange: (events: PushSetting['events']) => void
}) {
  const t = useTexts('transfers')
  const steps = useTexts('order.timeline')
  const errorId = useId()
  const { value, error, onChange } = props
  return (
    <fieldset className={css.boxes} aria-describedby={error ? errorId : undefined}>
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
        <p id={errorId} className={css.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

// Returns the selected format, or the default format if the kind of transfer does not support the selected one.
const formatOrDefault = ({ kind, format }: Pick<PushSetting, 'kind' | 'format'>): PushSetting['format'] => {
  const formats: readonly PushSetting['format'][] = pushFormatsOfKind[kind]
  return formats.includes(format) ? format : 'pontic'
}
