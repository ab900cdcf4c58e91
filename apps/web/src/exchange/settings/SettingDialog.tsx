import { pushSettingRoutes, type TransferKind } from '@pontic/contract'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import type { FieldsForm } from '../../ui/contract-form.ts'
import type { SharedField } from '../../ui/FormFields.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { initialPlace, type PlaceValues, placeFormFields, secretFields } from './place-form.ts'
import type { Setting, Way } from './setting.ts'

/** What every dialog that makes or changes a setting is given. */
export type SettingDialogProps<Row extends Setting> = {
  subject: Row | undefined
  isOpen: boolean
  onClose: () => void
}

/** Rules of the fields that both ways have, but for the kind. */
export const settingRules = {
  name: pushSettingRoutes['pushSettings.create'].body.shape.name,
  ...placeFormFields,
  isEnabled: z.boolean(),
}

/** The values of those fields at the start. */
export const settingValues = (setting: Setting | undefined) => ({
  name: setting?.name ?? '',
  ...initialPlace(setting),
  isEnabled: setting?.isEnabled ?? true,
})

type PlaceForm = FieldsForm<{ kind: TransferKind } & PlaceValues>

/** What the dialogs of both ways have in common: `frame` for the dialog, and its fields. */
export function useSettingDialog(
  way: Way,
  { subject, isOpen, onClose }: SettingDialogProps<Setting>,
  kinds: readonly TransferKind[],
): {
  frame: {
    isOpen: boolean
    onClose: () => void
    title: string
    confirm: string
    widthPx: number
    draft: string
    secrets: typeof secretFields
    done: (reply: unknown, setting: { name: string }) => string
  }
  fields: {
    name: SharedField<'name'>
    kind: SharedField<'kind'>
    place: (form: PlaceForm) => ReactNode
    isEnabled: SharedField<'isEnabled'>
  }
} {
  const t = useTexts('transfers')
  const common = useTexts('common')
  return {
    frame: {
      isOpen,
      onClose,
      title: subject ? common('label.editOf', { name: subject.name }) : t(`${way}.create`),
      confirm: subject ? common('do.save') : t('createSetting'),
      widthPx: 600,
      draft: `${way}.${subject?.id ?? 'new'}`,
      secrets: secretFields,
      done: (_, { name }) => {
        if (subject) return common('savedName', { name })
        return way === 'push' ? t('push.dialog.created', { name }) : common('createdName', { name })
      },
    },
    fields: {
      name: { name: 'name', label: common('label.name'), maxLength: 60 },
      kind: {
        name: 'kind',
        label: t('kind.label'),
        as: 'select',
        options: kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
      },
      place: (form) => (
        <PlaceFields form={form} secretsSet={subject?.kind === form.values.kind ? subject.secretsSet : []} />
      ),
      isEnabled: { name: 'isEnabled', label: t('isEnabled'), as: 'switch' },
    },
  }
}
