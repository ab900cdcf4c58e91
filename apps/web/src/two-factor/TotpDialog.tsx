import { TextInput } from '@mantine/core'
import { OneTimePassword, type RouteReply, type Routes } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { useContractForm } from '../ui/contract-form.ts'
import { FormDialog } from '../ui/Dialog.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { PasswordAgain } from './PasswordAgain.tsx'
import { usePasswordForm } from './use-password-form.ts'

type Secret = RouteReply<Routes['twoFactor.beginTotp']>
type Props = { isOpen: boolean; onClose: () => void; onDone: (codes: string[] | null) => void }

/** Sets an authenticator app up: the password, then the QR code and the first code of the app. */
export function TotpDialog(props: Props) {
  const [secret, setSecret] = useState<Secret>()
  return secret ? <Confirm {...props} secret={secret} /> : <Begin {...props} onBegun={setSecret} />
}

function Begin({ onBegun, ...props }: Props & { onBegun: (secret: Secret) => void }) {
  const t = useTexts('twoFactor')
  const form = usePasswordForm()
  const write = useWrite('twoFactor.beginTotp', { form })
  const begin = form.submit(async (pwd) => {
    const secret = await write.send({ body: { pwd } })
    if (secret) onBegun(secret)
  })
  return (
    <FormDialog {...props} title={t('appAdd')} confirm={t('next')} isBusy={write.isBusy} onSubmit={begin}>
      <PasswordAgain {...form.getInputProps('pwd')} />
    </FormDialog>
  )
}

const Code = z.strictObject({ otp: OneTimePassword })

function Confirm({ secret, onDone, ...props }: Props & { secret: Secret }) {
  const t = useTexts('twoFactor')
  const form = useContractForm({ schema: Code, initial: { otp: '' } })
  const write = useWrite('twoFactor.confirmTotp', { form })
  const confirm = form.submit(async (body) => {
    const reply = await write.send({ body })
    if (reply) onDone(reply.recoveryCodes)
  })
  return (
    <FormDialog
      {...props}
      title={t('appAdd')}
      confirm={t('appConfirm')}
      isBusy={write.isBusy}
      onSubmit={confirm}
    >
      <p className="quiet">{t('appScan')}</p>
      <QrCode text={secret.uri} label={t('qr')} />
      <div className="security-key">
        <span className="meta">{t('appKey')}</span>
        <code>{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton value={secret.secret} label={t('copyKey')} />
      </div>
      <TextInput
        label={t('otp')}
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus
        {...form.getInputProps('otp')}
      />
    </FormDialog>
  )
}
