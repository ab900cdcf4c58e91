import { Checkbox, TextInput } from '@mantine/core'
import { passwordDigest } from '@pontic/client'
import { type FieldKey, NewPassword, TypedCode } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { Filled } from '../../ui/form-fields.ts'
import { NewPasswordFields } from '../../ui/NewPasswordFields.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import type { AccountDialogProps } from './use-leaving.ts'
import { useLeaving } from './use-leaving.ts'

const ByPassword = z.strictObject({ pwd: Filled, newPwd: z.pipe(Filled, NewPassword), confirm: Filled })
const ByCode = z.strictObject({
  code: z.pipe(Filled, TypedCode),
  newPwd: z.pipe(Filled, NewPassword),
  confirm: Filled,
})

type Typed = { newPwd: string; confirm: string }
const repeats = ({ newPwd, confirm }: Typed): { confirm?: FieldKey } =>
  newPwd === confirm ? {} : { confirm: 'password_inconsistent' }

/** Another password, by the one before or, for who has forgotten it, by six mailed digits. Signs out everywhere. */
export function PasswordDialog(props: AccountDialogProps) {
  const [isMailed, setMailed] = useState(false)
  return isMailed ? (
    <PasswordByCode {...props} />
  ) : (
    <PasswordByPassword {...props} onMailed={() => setMailed(true)} />
  )
}

function PasswordByPassword({
  account,
  isOpen,
  onClose,
  onMailed,
}: AccountDialogProps & { onMailed: () => void }) {
  const t = useTexts('accounts.passwordDialog')
  const common = useTexts('common')
  const leave = useLeaving()
  const form = useContractForm({
    schema: ByPassword,
    initial: { pwd: '', newPwd: '', confirm: '' },
    check: (values) => ({
      ...repeats(values),
      ...(values.pwd !== '' && values.pwd === values.newPwd ? { newPwd: 'password_same' as const } : {}),
    }),
  })
  const keys = useRevokeKeys(account.apiKeys)
  const write = useWrite('accounts.changePassword', { form, isBlocking: true })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('title')}
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ pwd, newPwd }) => {
        const body = { pwd: passwordDigest(pwd), newPwd: passwordDigest(newPwd), revokeKeys: keys.isChecked }
        if (await write.send({ body })) leave(t('done'))
      })}
    >
      <p className="quiet dialog-note">{t('text')}</p>
      <input type="text" autoComplete="username" value={account.email} readOnly hidden />
      <OldPassword field={form.getInputProps('pwd')} onMailed={onMailed} />
      <NewPasswordFields
        labels={{ password: common('label.newPassword'), confirm: t('repeat') }}
        typed={form.values.newPwd}
        password={form.getInputProps('newPwd')}
        confirm={form.getInputProps('confirm')}
      />
      {keys.field}
    </FormDialog>
  )
}

/** The offer to revoke the API keys that the person made; nothing where they made none. */
function useRevokeKeys(count: number) {
  const t = useTexts('accounts.passwordDialog')
  const common = useTexts('common')
  const [isChecked, setChecked] = useState(false)
  const field = count > 0 && (
    <Checkbox
      label={common('revokeKeys', { count })}
      description={t('revokeKeysHelp')}
      checked={isChecked}
      onChange={(event) => setChecked(event.currentTarget.checked)}
    />
  )
  return { isChecked, field }
}

/** The password so far, and the way for who has forgotten it. */
function OldPassword({ field, onMailed }: { field: object; onMailed: () => void }) {
  const t = useTexts('accounts.passwordDialog')
  const mail = useWrite('accounts.sendResetCode')
  return (
    <div>
      <PasswordField
        label={t('old')}
        autoComplete="current-password"
        withAsterisk
        aria-required
        data-autofocus
        {...field}
      />
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

function PasswordByCode({ account, isOpen, onClose }: AccountDialogProps) {
  const t = useTexts('accounts.passwordDialog')
  const common = useTexts('common')
  const leave = useLeaving()
  const form = useContractForm({
    schema: ByCode,
    initial: { code: '', newPwd: '', confirm: '' },
    check: repeats,
  })
  const keys = useRevokeKeys(account.apiKeys)
  const write = useWrite('accounts.resetPassword', { form, isBlocking: true })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('title')}
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ code, newPwd }) => {
        if (await write.send({ body: { code, newPwd: passwordDigest(newPwd), revokeKeys: keys.isChecked } }))
          leave(t('done'))
      })}
    >
      <p className="quiet dialog-note" role="status">
        {t('mailed', { email: account.email })}
      </p>
      <TextInput
        label={common('label.mailedCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        withAsterisk
        aria-required
        data-autofocus
        {...form.getInputProps('code')}
      />
      <NewPasswordFields
        labels={{ password: common('label.newPassword'), confirm: t('repeat') }}
        typed={form.values.newPwd}
        password={form.getInputProps('newPwd')}
        confirm={form.getInputProps('confirm')}
      />
      {keys.field}
    </FormDialog>
  )
}
