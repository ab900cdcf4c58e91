import { TextInput } from '@mantine/core'
import { PasskeyName } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { makePasskey } from './make-passkey.ts'

const NewPasskey = z.strictObject({ name: PasskeyName })

/** Adds a passkey: its name, then the device asks its owner. */
export function PasskeyDialog(props: {
  isOpen: boolean
  onClose: () => void
  onDone: (codes: string[] | null) => void
}) {
  const t = useTexts('twoFactor')
  const form = useContractForm({ schema: NewPasskey, initial: { name: '' } })
  const begin = useWrite('twoFactor.beginPasskey', { form })
  const confirm = useWrite('twoFactor.confirmPasskey', { form })
  const [isAsking, setAsking] = useState(false)
  const [isTurnedDown, setTurnedDown] = useState(false)
  const add = form.submit(async ({ name }) => {
    setTurnedDown(false)
    const begun = await begin.send({})
    if (!begun) return
    setAsking(true)
    const made = await makePasskey(begun.options)
    setAsking(false)
    if (!made) return setTurnedDown(true)
    const reply = await confirm.send({ body: { ...made, name, challengeToken: begun.challengeToken } })
    if (reply) props.onDone(reply.recoveryCodes)
  })
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('passkeyAdd')}
      confirm={t('passkeyAdd')}
      isBusy={begin.isBusy || confirm.isBusy || isAsking}
      onSubmit={add}
    >
      <TextInput
        label={t('passkeyName')}
        description={t('passkeyNameHelp')}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      {isTurnedDown && <p role="alert">{t('passkeyNone')}</p>}
    </FormDialog>
  )
}
