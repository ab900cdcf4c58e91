import { useTexts } from '../frame/i18n.tsx'
import css from './Dialog.module.css'
import type { SharedField } from './FormFields.tsx'

/** Settings of an account that an administrator of the organization or of the platform may change. */
export type AccountSettings = {
  name: string
  licenseNumber: string | null
  telephone: string | null
  isAdministrator: boolean
  acceptsOrderSms: boolean
  acceptsOrderEmail: boolean
}

/** Returns the initial values of an account form. @param account undefined for a new account */
export const accountValues = (account?: AccountSettings) => ({
  name: account?.name ?? '',
  licenseNumber: account?.licenseNumber ?? '',
  telephone: account?.telephone ?? '',
  isAdministrator: account?.isAdministrator ?? false,
  acceptsOrderSms: account?.acceptsOrderSms ?? false,
  acceptsOrderEmail: account?.acceptsOrderEmail ?? true,
})

type Field = SharedField<keyof AccountSettings>

/**
 * Returns the form fields of an account: name, license number, telephone, rights and notifications.
 * @param options.rightsHelp help text of the administrator checkbox; undefined hides the checkbox
 */
export function useAccountFields(options: {
  rightsHelp: string | undefined
  hasFixedRights?: boolean
  /** Marks license number and telephone as optional. */
  marksOptional?: boolean
}): {
  name: Field
  numbers: readonly Field[]
  boxes: readonly Field[]
} {
  const t = useTexts('members.fields')
  const accounts = useTexts('accounts')
  const common = useTexts('common')
  const isOptional = options.marksOptional ?? false
  const rights: Field = {
    legend: t('rights'),
    className: css.dialogBoxes,
    fields: [
      {
        name: 'isAdministrator',
        label: common('role.administrator'),
        help: options.rightsHelp,
        as: 'box',
        disabled: options.hasFixedRights ?? false,
      },
    ],
  }
  const notices: Field = {
    legend: t('notices'),
    className: css.dialogBoxes,
    fields: [
      { name: 'acceptsOrderEmail', label: accounts('byEmail'), as: 'box' },
      { name: 'acceptsOrderSms', label: accounts('bySms'), as: 'box' },
    ],
  }
  return {
    name: { name: 'name', label: common('label.personName'), autoComplete: 'off', hasFocus: true },
    numbers: [
      { name: 'licenseNumber', label: common('label.license'), isOptional, autoComplete: 'off' },
      { name: 'telephone', label: common('label.telephone'), isOptional, type: 'tel', autoComplete: 'off' },
    ],
    boxes: options.rightsHelp === undefined ? [notices] : [rights, notices],
  }
}
