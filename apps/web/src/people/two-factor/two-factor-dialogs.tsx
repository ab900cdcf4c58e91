import type { Passkey } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmCallDialog } from '../../ui/Dialog.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { TotpDialog } from './TotpDialog.tsx'

/** A change of the user's two-factor sign-in. */
export type Change = 'addTotp' | 'removeTotp' | 'addPasskey' | 'makeCodes' | { readonly remove: Passkey }

type Props = { isOpen: boolean; onClose: () => void; onDone: (codes: string[] | null) => void }

/** The dialog of a change. @param props.onDone called after the change, with new recovery codes or null */
export function TwoFactorDialog({ change, ...props }: Props & { change: Change }) {
  if (change === 'addTotp') return <TotpDialog {...props} />
  if (change === 'addPasskey') return <PasskeyDialog {...props} />
  if (change === 'removeTotp') return <RemoveTotp {...props} />
  if (change === 'makeCodes') return <CreateRecoveryCodes {...props} />
  return <RemovePasskey {...props} passkey={change.remove} />
}

function RemoveTotp({ onDone, ...props }: Props) {
  const t = useTexts('twoFactor')
  const common = useTexts('common')
  return (
    <ConfirmCallDialog
      {...props}
      title={t('removeAppTitle')}
      confirm={common('do.remove')}
      isDangerous
      call="twoFactor.removeTotp"
      input={{}}
      staysOnFailure
      onDone={() => onDone(null)}
    >
      <p className="quiet">{t('removeAppText')}</p>
    </ConfirmCallDialog>
  )
}

function RemovePasskey({ onDone, passkey, ...props }: Props & { passkey: Passkey }) {
  const t = useTexts('twoFactor')
  const common = useTexts('common')
  return (
    <ConfirmCallDialog
      {...props}
      title={t('removePasskeyTitle', { name: passkey.name })}
      confirm={common('do.remove')}
      isDangerous
      call="twoFactor.removePasskey"
      input={{ body: { id: passkey.id } }}
      staysOnFailure
      onDone={() => onDone(null)}
    >
      <p className="quiet">{t('removePasskeyText')}</p>
    </ConfirmCallDialog>
  )
}

function CreateRecoveryCodes({ onDone, ...props }: Props) {
  const t = useTexts('twoFactor')
  return (
    <ConfirmCallDialog
      {...props}
      title={t('codesNew')}
      confirm={t('codesNew')}
      call="twoFactor.makeRecoveryCodes"
      input={{}}
      staysOnFailure
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
    >
      <p className="quiet">{t('codesVoid')}</p>
    </ConfirmCallDialog>
  )
}
