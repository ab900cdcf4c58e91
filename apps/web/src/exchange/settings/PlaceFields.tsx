import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { locationFieldsOfKind, secretsOfKind, type TransferKind } from '@pontic/contract'
import { findText, useTexts } from '../../frame/i18n.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { FieldsForm } from '../../ui/contract-form.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { createWebhookSecret, type PlaceValues } from './place-form.ts'
import css from './Transfers.module.css'

/** @returns `t` for known keys, and `find`, which returns the text of any key, or undefined if there is none */
function usePlaceTexts() {
  const t = useTexts('transfers.place')
  const find = (key: string) => findText(t, key)
  return { t, find }
}

type PlaceFieldsProps = {
  form: FieldsForm<{ kind: TransferKind } & PlaceValues>
  /** The names of the secrets that are saved already. Their fields may stay empty. */
  secretsSet: readonly string[]
}

/** The form fields that a kind of transfer needs for its remote location and its secrets. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { values, getInputProps } = props.form
  const { find } = usePlaceTexts()
  return (
    <>
      {locationFieldsOfKind[values.kind].map((name) => (
        <TextInput
          key={name}
          label={find(`${name}.${values.kind}`)}
          description={find(`help.${name}.${values.kind}`)}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...getInputProps(name)}
        />
      ))}
      <SecretFields {...props} />
    </>
  )
}

function SecretFields({ form, secretsSet }: PlaceFieldsProps) {
  const { getInputProps, setFieldValue } = form
  const { kind, password } = form.values
  const { t, find } = usePlaceTexts()
  const known: readonly string[] = secretsOfKind[kind]
  const helpOf = (name: string) => (secretsSet.includes(name) ? t('kept') : find(`help.${name}.${kind}`))
  if (known.length === 0) return null
  return (
    <>
      <PasswordField
        label={find(`password.${kind}`)}
        description={helpOf('password')}
        autoComplete="new-password"
        {...getInputProps('password')}
      />
      {kind === 'webhook' && (
        <Group gap={8} mt={-8}>
          <Button
            variant="default"
            size="xs"
            onClick={() => setFieldValue('password', createWebhookSecret())}
          >
            {t('makeSecret')}
          </Button>
          {password !== '' && <CopyButton value={password} label={t('copySecret')} />}
        </Group>
      )}
      {known.includes('privateKey') && (
        <>
          <Textarea
            label={t('privateKey.sftp')}
            description={helpOf('privateKey')}
            autosize
            minRows={2}
            maxRows={6}
            spellCheck={false}
            className={css.key}
            {...getInputProps('privateKey')}
          />
          <PasswordField
            label={t('passphrase.sftp')}
            description={helpOf('passphrase')}
            autoComplete="new-password"
            {...getInputProps('passphrase')}
          />
        </>
      )}
    </>
  )
}
