import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { portal, signIn } from '../../frame/session.ts'
import { Note } from './Note.tsx'
import type { useSignIn } from './use-sign-in.ts'

/** Signs in by a passkey alone. @param props.rememberMe as ticked in the form above */
export function PasskeyButton(props: {
  rememberMe: boolean
  textOf: ReturnType<typeof useSignIn>['textOf']
  onSignedIn: () => void
}) {
  const t = useTexts('session')
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<{ text: string; count: number }>()
  const tell = (text: string) => setTrouble((before) => ({ text, count: (before?.count ?? 0) + 1 }))
  const start = async () => {
    setBusy(true)
    try {
      const [{ askPasskey }, begun] = await Promise.all([
        import('./passkey-sign-in.ts'),
        portal.call('session.createPasskeyChallenge'),
      ])
      const passkey = await askPasskey(begun.options)
      if (!passkey) return tell(t('passkeyNone'))
      const { rememberMe } = props
      await signIn({ challengeToken: begun.challenge_token, passkey, rememberMe })
      props.onSignedIn()
    } catch (error) {
      tell(props.textOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {trouble && (
        <Note key={trouble.count} tone="error">
          {trouble.text}
        </Note>
      )}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconKey size={18} stroke={1.75} aria-hidden="true" />}
        loading={isBusy}
        onClick={start}
      >
        {t('passkey')}
      </Button>
    </>
  )
}
