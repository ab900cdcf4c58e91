import type { Passkey } from '@pontic/contract'
import type { ReactNode } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { TotpDialog } from './TotpDialog.tsx'

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
  const common = useTexts('common')
  const write = useWrite('twoFactor.removeTotp')
  const remove = async () => {
    if (await write.send({})) onDone(null)
  }
  return (
    <Question
      {...props}
      title={t('removeAppTitle')}
      text={t('removeAppText')}
      confirm={common('do.remove')}
      isDangerous
      isBusy={write.isBusy}
      onConfirm={remove}
    />
  )
}

function RemovePasskey({ onDone, passkey, ...props }: Props & { passkey: Passkey }) {
  const t = useTexts('twoFactor')
  const common = useTexts('common')
  const write = useWrite('twoFactor.removePasskey')
  const remove = async () => {
    if (await write.send({ body: { id: passkey.id } })) onDone(null)
  }
  return (
    <Question
      {...props}
      title={t('removePasskeyTitle', { name: passkey.name })}
      text={t('removePasskeyText')}
      confirm={common('do.remove')}
      isDangerous
      isBusy={write.isBusy}
      onConfirm={remove}
    />
  )
}

function MakeCodes({ onDone, ...props }: Props) {
  const t = useTexts('twoFactor')
  const write = useWrite('twoFactor.makeRecoveryCodes')
  const make = async () => {
    const reply = await write.send({})
    if (reply) onDone(reply.recoveryCodes)
  }
  return (
    <Question
      {...props}
      title={t('codesNew')}
      text={t('codesVoid')}
      confirm={t('codesNew')}
      isBusy={write.isBusy}
      onConfirm={make}
    />
  )
}

function Question({
  text,
  onConfirm,
  ...frame
}: Pick<Props, 'isOpen' | 'onClose'> & {
  title: ReactNode
  text: ReactNode
  confirm: ReactNode
  isDangerous?: boolean
  isBusy: boolean
  onConfirm: () => Promise<void>
}) {
  return (
    <ConfirmDialog {...frame} onConfirm={() => void onConfirm()}>
      <p className="quiet">{text}</p>
    </ConfirmDialog>
  )
}
