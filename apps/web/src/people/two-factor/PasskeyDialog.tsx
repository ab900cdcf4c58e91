import { PasskeyName } from '@pontic/contract'
import { useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { createPasskey } from './create-passkey.ts'

/** Adds a passkey. The dialog asks for a name, and then the device asks the user to create the passkey. */
export function PasskeyDialog(props: {
  isOpen: boolean
  onClose: () => void
  onDone: (codes: string[] | null) => void
}) {
  const t = useTexts('twoFactor')
  const begin = useWrite('twoFactor.beginPasskey')
  const [isAsking, setAsking] = useState(false)
  const [isDeclined, setDeclined] = useState(false)
  const ask = async ({ name }: { name: string }) => {
    setDeclined(false)
    const begun = await begin.send({})
    if (!begun) return undefined
    setAsking(true)
    const passkey = await createPasskey(begun.options)
    setAsking(false)
    setDeclined(!passkey)
    return passkey && { body: { ...passkey, name, challengeToken: begun.challengeToken } }
  }
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('passkeyAdd')}
      confirm={t('passkeyAdd')}
      isBusy={begin.isBusy || isAsking}
      call="twoFactor.confirmPasskey"
      rules={{ name: PasskeyName }}
      initial={{ name: '' }}
      input={ask}
      fields={[{ name: 'name', label: t('passkeyName'), help: t('passkeyNameHelp'), autoComplete: 'off' }]}
      staysOpen
      onDone={({ recoveryCodes }) => props.onDone(recoveryCodes)}
    >
      {isDeclined && <p role="alert">{t('passkeyNone')}</p>}
    </FormDialog>
  )
}
