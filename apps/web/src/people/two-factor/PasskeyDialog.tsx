import { PasskeyName } from '@pontic/contract'
import { useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { makePasskey } from './make-passkey.ts'

/** Adds a passkey: asks for its name, then the device asks the user. */
export function PasskeyDialog(props: {
  isOpen: boolean
  onClose: () => void
  onDone: (codes: string[] | null) => void
}) {
  const t = useTexts('twoFactor')
  const begin = useWrite('twoFactor.beginPasskey')
  const [isAsking, setAsking] = useState(false)
  const [isTurnedDown, setTurnedDown] = useState(false)
  const ask = async ({ name }: { name: string }) => {
    setTurnedDown(false)
    const begun = await begin.send({})
    if (!begun) return undefined
    setAsking(true)
    const made = await makePasskey(begun.options)
    setAsking(false)
    setTurnedDown(!made)
    return made && { body: { ...made, name, challengeToken: begun.challengeToken } }
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
      {isTurnedDown && <p role="alert">{t('passkeyNone')}</p>}
    </FormDialog>
  )
}
