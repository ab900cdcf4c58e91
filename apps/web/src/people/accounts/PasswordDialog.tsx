import { passwordDigest } from '@pontic/client'
import { type FieldKey, NewPassword, TypedCode } from '@pontic/contract'
import { clsx } from 'clsx'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import css from '../../ui/Dialog.module.css'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { FormField } from '../../ui/FormFields.tsx'
import { RequiredText } from '../../ui/form-fields.ts'
import { NewPasswordFields } from '../../ui/NewPasswordFields.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import type { AccountDialogProps } from './use-sign-out-with-notice.ts'
import { useSignOutWithNotice } from './use-sign-out-with-notice.ts'

const rules = {
  pwd: RequiredText,
  code: TypedCode,
  newPwd: NewPassword,
  confirm: RequiredText,
  revokeKeys: z.boolean(),
}
type NewPasswordValues = { newPwd: string; confirm: string; revokeKeys: boolean }
const initial: NewPasswordValues = { newPwd: '', confirm: '', revokeKeys: false }

const repeats = ({ newPwd, confirm }: NewPasswordValues): { confirm?: FieldKey } =>
  newPwd === confirm ? {} : { confirm: 'password_inconsistent' }

/** Changes the password with the old password or with six mailed digits. The user is then signed out everywhere. */
export function PasswordDialog({ subject: account, isOpen, onClose }: AccountDialogProps) {
  const t = useTexts('accounts.passwordDialog')
  const common = useTexts('common')
  const leave = useSignOutWithNotice()
  const [isMailed, setMailed] = useState(false)
  const shared = {
    isOpen,
    onClose,
    title: t('title'),
    confirm: t('title'),
    rules,
    isBlocking: true,
    staysOpen: true,
    onDone: () => leave(t('done')),
  }
  const fields = useNewPassword(account.apiKeys)
  if (isMailed)
    return (
      <FormDialog
        key="code"
        {...shared}
        call="accounts.resetPassword"
        initial={{ code: '', ...initial }}
        check={repeats}
        input={({ code, newPwd, revokeKeys }) => ({
          body: { code, newPwd: passwordDigest(newPwd), revokeKeys },
        })}
        lead={
          <p className={clsx(css.dialogNote, 'quiet')} role="status">
            {t('mailed', { email: account.email })}
          </p>
        }
        fields={[{ name: 'code', label: common('label.mailedCode'), as: 'code' }, ...fields]}
      />
    )
  return (
    <FormDialog
      {...shared}
      call="accounts.changePassword"
      initial={{ pwd: '', ...initial }}
      check={(values) => ({
        ...repeats(values),
        ...(values.pwd !== '' && values.pwd === values.newPwd ? { newPwd: 'password_same' } : {}),
      })}
      input={({ pwd, newPwd, revokeKeys }) => ({
        body: { pwd: passwordDigest(pwd), newPwd: passwordDigest(newPwd), revokeKeys },
      })}
      lead={
        <>
          <p className={clsx(css.dialogNote, 'quiet')}>{t('text')}</p>
          <input type="text" autoComplete="username" value={account.email} readOnly hidden />
        </>
      }
      fields={[
        ({ getInputProps }) => <OldPassword field={getInputProps('pwd')} onMailed={() => setMailed(true)} />,
        ...fields,
      ]}
    />
  )
}

/** Returns fields for the new password and its repetition, and a checkbox that revokes the API keys of the user. */
function useNewPassword(keyCount: number): FormField<NewPasswordValues>[] {
  const t = useTexts('accounts.passwordDialog')
  const common = useTexts('common')
  return [
    ({ values, getInputProps }) => (
      <NewPasswordFields
        labels={{ password: common('label.newPassword'), confirm: t('repeat') }}
        typed={values.newPwd}
        password={getInputProps('newPwd')}
        confirm={getInputProps('confirm')}
      />
    ),
    ...(keyCount === 0
      ? []
      : [
          {
            name: 'revokeKeys',
            label: common('revokeKeys', { count: keyCount }),
            help: t('revokeKeysHelp'),
            as: 'box',
          } as const,
        ]),
  ]
}

/** Field for the old password, with a button that mails a code to users who have forgotten it. */
function OldPassword({ field, onMailed }: { field: object; onMailed: () => void }) {
  const t = useTexts('accounts.passwordDialog')
  const mail = useWrite('accounts.sendResetCode')
  return (
    <div>
      <PasswordField label={t('old')} autoComplete="current-password" data-autofocus {...field} />
      <button
        type="button"
        className="text-button"
        disabled={mail.isBusy}
        onClick={async () => {
          if (await mail.send({})) onMailed()
        }}
      >
        {t('forgot')}
      </button>
    </div>
  )
}
