import { NativeSelect, Switch, TextInput } from '@mantine/core'
import type { TransferKind } from '@pontic/contract'
import type { ComponentProps, ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import type { PlaceField } from './place-form.ts'
import type { Setting, Way } from './setting.ts'

/** What every dialog that makes or changes a setting is given. */
export type SettingDialogProps<Row extends Setting> = {
  subject: Row | undefined
  isOpen: boolean
  onClose: () => void
}

type Field = 'name' | 'kind' | 'isEnabled' | PlaceField

type Props = SettingDialogProps<Setting> & {
  way: Way
  kinds: readonly TransferKind[]
  values: { kind: TransferKind; password: string }
  /** Mantine's props of a field: `form.getInputProps`. */
  inputOf: (name: Field, options?: { type: 'checkbox' }) => object
  onSecret: (secret: string) => void
  isBusy: boolean
  onSubmit: ComponentProps<typeof FormDialog>['onSubmit']
  /** Whom it belongs to: stands under the name. */
  owner?: ReactNode
  /** What is told and in which form: stands before the switch. */
  children: ReactNode
}

/** Makes or changes a setting: the fields that both ways have, those of its kind among them. */
export function SettingDialog(props: Props) {
  const { way, subject, values, inputOf } = props
  const t = useTexts('transfers')
  const common = useTexts('common')
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={subject ? common('label.editOf', { name: subject.name }) : t(`${way}.create`)}
      confirm={subject ? common('do.save') : t('createSetting')}
      widthPx={600}
      isBusy={props.isBusy}
      onSubmit={props.onSubmit}
    >
      <TextInput
        label={common('label.name')}
        withAsterisk
        aria-required
        data-autofocus
        maxLength={60}
        {...inputOf('name')}
      />
      {props.owner}
      <NativeSelect
        label={t('kind.label')}
        data={props.kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...inputOf('kind')}
      />
      <PlaceFields
        kind={values.kind}
        inputOf={inputOf}
        secretsSet={subject?.kind === values.kind ? subject.secretsSet : []}
        secret={values.password}
        onSecret={props.onSecret}
      />
      {props.children}
      <Switch label={t('isEnabled')} {...inputOf('isEnabled', { type: 'checkbox' })} />
    </FormDialog>
  )
}

/** @returns ends the dialog of a setting that was saved: forgets the draft, closes, and tells it */
export function useSaved(way: Way, { subject, onClose }: SettingDialogProps<Setting>) {
  const t = useTexts()
  return (form: { forgetDraft: () => void }, name: string) => {
    form.forgetDraft()
    onClose()
    const created = way === 'push' ? 'transfers.push.dialog.created' : 'common.createdName'
    showNotice({ level: 'info', text: t(subject ? 'common.savedName' : created, { name }) })
  }
}
