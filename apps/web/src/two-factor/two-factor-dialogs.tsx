import type { Passkey } from '@pontic/contract'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { TotpDialog } from './TotpDialog.tsx'
import { usePasswordForm } from './use-password-form.ts'

/** What is being changed. */
export type Change = 'addTotp' | 'removeTotp' | 'addPasskey' | 'makeCodes' | { readonly remove: Passkey }

type Props = { isOpen: boolean; onClose: () => void; onDone: (codes: string[] | null) => void }

/** The dialog of a change. @param props.onDone told once it has happened, with recovery codes to keep if there are new ones */
export function TwoFactorDialog({ change, ...props }: Props & { change: Change }) {
  if (change === 'addTotp') return <TotpDialog {...props} />
  if (change === 'addPasskey') return <PasskeyDialog {...props} />
  if (change === 'removeTotp') return <RemoveTotp {...props} />
  if (change === 'makeCodes') return <MakeCodes {...props} />
  return <RemovePasskey {...props} passkey={change.remove} />
}

function RemoveTotp({ onDone, ...props }: Props) {
  const t = useTexts('twoFactor')
  const form = usePasswordForm()
  const write = useWrite('twoFactor.removeTotp', { form })
  return (
    <PasswordDialog
      {...props}
      title={t('removeAppTitle')}
      text={t('removeAppText')}
      confirm={t('remove')}
      isDangerous
      isBusy={write.isBusy}
      form={form}
      onPassword={async (pwd) => {
        if (await write.send({ body: { pwd } })) onDone(null)
      }}
    />
  )
}

function RemovePasskey({ onDone, passkey, ...props }: Props & { passkey: Passkey }) {
  const t = useTexts('twoFactor')
  const form = usePasswordForm()
  const write = useWrite('twoFactor.removePasskey', { form })
  return (
    <PasswordDialog
      {...props}
      title={t('removePasskeyTitle', { name: passkey.name })}
      text={t('removePasskeyText')}
      confirm={t('remove')}
      isDangerous
      isBusy={write.isBusy}
      form={form}
      onPassword={async (pwd) => {
        if (await write.send({ body: { pwd, id: passkey.id } })) onDone(null)
      }}
    />
  )
}

function MakeCodes({ onDone, ...props }: Props) {
  const t = useTexts('twoFactor')
  const form = usePasswordForm()
  const write = useWrite('twoFactor.makeRecoveryCodes', { form })
  return (
    <PasswordDialog
      {...props}
      title={t('codesNew')}
      text={t('codesVoid')}
      confirm={t('codesNew')}
      isBusy={write.isBusy}
      form={form}
      onPassword={async (pwd) => {
        const reply = await write.send({ body: { pwd } })
        if (reply) onDone(reply.recoveryCodes)
      }}
    />
  )
}
