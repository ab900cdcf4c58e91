import { OneTimePassword, type RouteReply, type Routes } from '@pontic/contract'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import css from './Security.module.css'

type Secret = RouteReply<Routes['twoFactor.beginTotp']>
type Props = { isOpen: boolean; onClose: () => void; onDone: (codes: string[] | null) => void }

/** Sets up an authenticator app with a QR code and the app's first code. The dialog opens when the secret is loaded. */
export function TotpDialog({ isOpen, onClose, onDone }: Props) {
  const [secret, setSecret] = useState<Secret>()
  const { send } = useWrite('twoFactor.beginTotp')
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void send({}).then((reply) => (reply ? setSecret(reply) : onClose()))
  }, [send, onClose])
  return secret && <Confirm isOpen={isOpen} onClose={onClose} onDone={onDone} secret={secret} />
}

function Confirm({ secret, onDone, ...frame }: Props & { secret: Secret }) {
  const t = useTexts('twoFactor')
  return (
    <FormDialog
      {...frame}
      title={t('appAdd')}
      confirm={t('appConfirm')}
      call="twoFactor.confirmTotp"
      rules={{ otp: OneTimePassword }}
      initial={{ otp: '' }}
      lead={
        <>
          <p className="quiet">{t('appScan')}</p>
          <QrCode text={secret.uri} label={t('qr')} />
          <div className={css.securityKey}>
            <span className="meta">{t('appKey')}</span>
            <code>{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyButton value={secret.secret} label={t('copyKey')} />
          </div>
        </>
      }
      fields={[{ name: 'otp', label: t('otp'), as: 'code' }]}
      staysOpen
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
    />
  )
}
