import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { portal, signIn } from '../../frame/session.ts'
import { IconKey } from '../../ui/icons.ts'
import { useErrorNote } from './Note.tsx'
import type { useSignIn } from './use-sign-in.ts'

/** Button that signs in with a passkey. @param props.rememberMe state of the form's checkbox */
export function PasskeyButton(props: {
  rememberMe: boolean
  textOf: ReturnType<typeof useSignIn>['textOf']
  onSignedIn: () => void
}) {
  const t = useTexts('session')
  const [isBusy, setBusy] = useState(false)
  const error = useErrorNote()
  const start = async () => {
    setBusy(true)
    try {
      const [{ requestPasskey }, begun] = await Promise.all([
        import('./passkey-sign-in.ts'),
        portal.call('session.createPasskeyChallenge'),
      ])
      const passkey = await requestPasskey(begun.options)
      if (!passkey) return error.show(t('passkeyNone'))
      const { rememberMe } = props
      await signIn({ challengeToken: begun.challenge_token, passkey, rememberMe })
      props.onSignedIn()
    } catch (thrown) {
      error.show(props.textOf(thrown).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {error.note}
      <Button variant="default" fullWidth leftSection={<IconKey />} loading={isBusy} onClick={start}>
        {t('passkey')}
      </Button>
    </>
  )
}
