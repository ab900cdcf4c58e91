import { Group } from '@mantine/core'
import { limits } from '@pontic/contract'
import { clsx } from 'clsx'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import css from '../../ui/Dialog.module.css'
import { FormDialogFrame } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { CodeField } from './CodeField.tsx'
import { hasPasskeys, type SecondFactor } from './passkey-support.ts'
import { useProof } from './use-proof.ts'

// Needed after several wrong passwords only.
const CaptchaField = lazy(() => import('./CaptchaField.tsx').then((file) => ({ default: file.CaptchaField })))

type Attempt = ReturnType<typeof useProof>

/**
 * Asks a signed-in user to prove again who they are, with password and second factor or with a passkey. It is above the
 * dialog whose call waits for it.
 */
export function ReauthenticationDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const t = useTexts('session')
  const attempt = useProof(() => onAnswer(true))
  const { way } = attempt
  return (
    <FormDialogFrame
      isOpen
      onClose={() => onAnswer(false)}
      title={t('again.title')}
      confirm={t(way === 'passkey' ? 'second.passkey' : 'again.confirm')}
      isBusy={attempt.isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void attempt.submit()
      }}
    >
      {attempt.error}
      {way === 'password' ? <PasswordStep attempt={attempt} /> : <SecondStep attempt={attempt} way={way} />}
    </FormDialogFrame>
  )
}

function PasswordStep({ attempt }: { attempt: Attempt }) {
  const t = useTexts('session')
  const common = useTexts('common')
  const session = useSession()
  const { captcha } = attempt
  return (
    <>
      <p className={clsx(css.dialogNote, 'quiet')}>
        {t('again.lead', { minutes: limits.reauthenticationMinutes })}
      </p>
      <input type="text" autoComplete="username" value={session?.username ?? ''} readOnly hidden />
      <PasswordField
        label={common('label.password')}
        name="password"
        autoComplete="current-password"
        data-autofocus
        {...attempt.typing}
      />
      {captcha.isAsked && (
        <Suspense fallback={null}>
          <CaptchaField captcha={captcha} email={session?.username} onNoEmail={() => undefined} />
        </Suspense>
      )}
      {hasPasskeys() && (
        <div>
          <button type="button" className="text-button" onClick={() => void attempt.provePasskey()}>
            {t('again.passkey')}
          </button>
        </div>
      )}
    </>
  )
}

function SecondStep({ attempt, way }: { attempt: Attempt; way: SecondFactor }) {
  const t = useTexts('session.second')
  const common = useTexts('common')
  return (
    <>
      <p className={clsx(css.dialogNote, 'quiet')}>{t(`text_${way}`)}</p>
      {way !== 'passkey' && <CodeField key={way} way={way} {...attempt.typing} />}
      <Group gap="8px 20px">
        {attempt.otherWays.map((one) => (
          <button key={one} type="button" className="text-button" onClick={() => attempt.choose(one)}>
            {t(`use_${one}`)}
          </button>
        ))}
        <button type="button" className="text-button" onClick={() => attempt.choose('password')}>
          {common('do.back')}
        </button>
      </Group>
    </>
  )
}
