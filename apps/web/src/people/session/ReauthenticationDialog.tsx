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

// Loaded lazily, because a captcha is only required after several wrong passwords.
const CaptchaField = lazy(() => import('./CaptchaField.tsx').then((file) => ({ default: file.CaptchaField })))

type Attempt = ReturnType<typeof useProof>

/**
 * Dialog in which a signed-in user authenticates again, with password and second factor or with a passkey. It covers the
 * page or dialog whose call waits for the reauthentication.
 */
export function ReauthenticationDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const t = useTexts('session')
  const attempt = useProof(() => onAnswer(true))
  const { method } = attempt
  return (
    <FormDialogFrame
      isOpen
      onClose={() => onAnswer(false)}
      title={t('again.title')}
      confirm={t(method === 'passkey' ? 'second.passkey' : 'again.confirm')}
      isBusy={attempt.isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void attempt.submit()
      }}
    >
      {attempt.error}
      {method === 'password' ? (
        <PasswordStep attempt={attempt} />
      ) : (
        <SecondStep attempt={attempt} method={method} />
      )}
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

function SecondStep({ attempt, method }: { attempt: Attempt; method: SecondFactor }) {
  const t = useTexts('session.second')
  const common = useTexts('common')
  return (
    <>
      <p className={clsx(css.dialogNote, 'quiet')}>{t(`text_${method}`)}</p>
      {method !== 'passkey' && <CodeField key={method} method={method} {...attempt.typing} />}
      <Group gap="8px 20px">
        {attempt.otherMethods.map((one) => (
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
