import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Stack } from '@mantine/core'
import { passwordDigest } from '@pontic/client'
import { NewPassword } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../../frame/api.ts'
import type { CallFailure } from '../../frame/failures.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { RequiredText } from '../../ui/form-fields.ts'
import { NewPasswordFields } from '../../ui/NewPasswordFields.tsx'
import { LinkRefused } from './LinkRefused.tsx'
import { ToSignIn } from './MailedLinkPage.tsx'
import { Note } from './Note.tsx'
import { Outcome } from './Outcome.tsx'
import { SessionFrame } from './SessionFrame.tsx'
import { useMailedCode } from './use-mailed-code.ts'

const ResetForm = z.strictObject({ newPwd: z.pipe(RequiredText, NewPassword), confirm: RequiredText })

/** Page of the link in the reset mail (`/resetpwd#code=…`). The user sets a new password and then signs in. */
export function ResetPasswordPage() {
  const t = useTexts('session')
  const code = useMailedCode()
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()
  const check = useRead(
    'accounts.checkPwdResetCode',
    { body: { code: code ?? '' } },
    { isEnabled: code !== undefined && !isDone, isFresh: true },
  )
  if (isDone) {
    return <Outcome title={t('reset.doneTitle')} text={t('reset.doneText')} actions={<ToSignIn />} />
  }
  const refused = { purpose: 'forgot', title: t('linkUnusable'), again: t('reset.newLink') } as const
  if (code === undefined) return <LinkRefused {...refused} text={t('verify.missing')} />
  const refusal = [check.failure, failure].find((one) => one?.key === 'account.code_invalid')
  if (refusal) return <LinkRefused {...refused} text={refusal.message} />
  // After any other failure of the check the form is shown, because the call that sets the password checks the code again.
  if (check.isLoading) return <Outcome title={t('reset.working')} />
  return (
    <SessionFrame title={t('reset.title')} lead={t('reset.lead')}>
      {failure && <Note tone="error">{failure.message}</Note>}
      <NewPasswordForm
        code={code}
        apiKeys={check.data?.apiKeys ?? 0}
        onDone={() => setDone(true)}
        onFailure={setFailure}
      />
    </SessionFrame>
  )
}

function NewPasswordForm(props: {
  code: string
  apiKeys: number
  onDone: () => void
  onFailure: (failure: CallFailure | undefined) => void
}) {
  const t = useTexts('session.reset')
  const common = useTexts('common')
  const [revokeKeys, setRevokeKeys] = useState(false)
  const form = useContractForm({
    schema: ResetForm,
    initial: { newPwd: '', confirm: '' },
    // The registration uses the key `password_mismatch`, whose message quotes the labels of the registration's fields.
    check: ({ newPwd, confirm }) => (newPwd === confirm ? {} : { confirm: 'password_repeat' as const }),
  })
  const write = useWrite('accounts.resetPwdByEmailCode', {
    isBlocking: true,
    onFailure: (failure) => {
      if (Object.keys(failure.fields).length > 0) form.showFields({ ...failure.fields })
      else props.onFailure(failure)
    },
  })
  const submit = form.submit(async ({ newPwd }) => {
    props.onFailure(undefined)
    const isSet = await write.send({ body: { code: props.code, newPwd: passwordDigest(newPwd), revokeKeys } })
    if (isSet) props.onDone()
  })
  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap={16}>
        <NewPasswordFields
          labels={{ password: common('label.newPassword'), confirm: t('confirm') }}
          typed={form.values.newPwd}
          password={{ name: 'password', ...form.getInputProps('newPwd') }}
          confirm={{ name: 'confirm', ...form.getInputProps('confirm') }}
        />
        {props.apiKeys > 0 && (
          <Checkbox
            label={common('revokeKeys', { count: props.apiKeys })}
            description={t('revokeKeysHelp')}
            checked={revokeKeys}
            onChange={(event) => setRevokeKeys(event.currentTarget.checked)}
          />
        )}
        <Button type="submit" fullWidth loading={write.isBusy}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  )
}
