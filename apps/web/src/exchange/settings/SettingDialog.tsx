import { pushSettingRoutes, type TransferKind } from '@pontic/contract'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import type { FieldsForm } from '../../ui/contract-form.ts'
import { PlaceFields } from './PlaceFields.tsx'
import {
  initialPlace,
  type PlaceValues,
  placeFormFields,
  type Setting,
  type SettingKind,
  secretFields,
} from './place-form.ts'

/** Props of the dialogs that create or edit a setting. `subject` is undefined for a new setting. */
export type SettingDialogProps<Row extends Setting> = {
  subject: Row | undefined
  isOpen: boolean
  onClose: () => void
}

/** The schemas of the fields that push and pull settings share, except the kind of transfer. */
export const settingRules = {
  name: pushSettingRoutes['pushSettings.create'].body.shape.name,
  ...placeFormFields,
  isEnabled: z.boolean(),
}

/** Returns the initial values of the fields in `settingRules`. @param setting undefined for a new setting */
export const settingValues = (setting: Setting | undefined) => ({
  name: setting?.name ?? '',
  ...initialPlace(setting),
  isEnabled: setting?.isEnabled ?? true,
})

type PlaceForm = FieldsForm<{ kind: TransferKind } & PlaceValues>

/**
 * Returns what the push and pull dialogs share. `frame` are props of the dialog, `fields` the common form fields.
 * @param isOwn whether the setting belongs to the user's organization, so that no organization must be assigned to it
 */
export function useSettingDialog(
  settingKind: SettingKind,
  { subject, isOpen, onClose }: SettingDialogProps<Setting>,
  kinds: readonly TransferKind[],
  isOwn = false,
) {
  const t = useTexts('transfers')
  const common = useTexts('common')
  return {
    frame: {
      isOpen,
      onClose,
      title: subject ? common('label.editOf', { name: subject.name }) : t(`${settingKind}.create`),
      confirm: subject ? common('do.save') : t('createSetting'),
      widthPx: 600,
      draft: `${settingKind}.${subject?.id ?? 'new'}`,
      secrets: secretFields,
      done: (_: unknown, { name }: { name: string }) => {
        if (subject) return common('savedName', { name })
        return settingKind === 'push' && !isOwn
          ? t('push.dialog.created', { name })
          : common('createdName', { name })
      },
    },
    fields: {
      name: { name: 'name', label: common('label.name'), maxLength: 60 } as const,
      kind: {
        name: 'kind',
        label: t('kind.label'),
        as: 'select',
        options: kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
      } as const,
      place: (form: PlaceForm): ReactNode => (
        <PlaceFields form={form} secretsSet={subject?.kind === form.values.kind ? subject.secretsSet : []} />
      ),
      isEnabled: { name: 'isEnabled', label: t('isEnabled'), as: 'switch' } as const,
    },
  }
}
