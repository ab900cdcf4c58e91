import { Button, Textarea, TextInput } from '@mantine/core'
import { placeFieldsOfKind, secretsOfKind, type TransferKind } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { FieldsForm } from '../../ui/contract-form.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { makeWebhookSecret, type PlaceValues } from './place-form.ts'
import css from './Transfers.module.css'

type Key = Parameters<ReturnType<typeof useTexts<'transfers.place'>>>[0]

/** What the fields of a place need of the form that they are in. */
type PlaceFieldsProps = {
  form: FieldsForm<{ kind: TransferKind } & PlaceValues>
  /** Secrets that are kept already: their fields may stay empty. */
  secretsSet: readonly string[]
}

/** Where a setting leads and with what secrets, by its kind. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { values, getInputProps } = props.form
  const t = useTexts('transfers.place')
  return (
    <>
      {placeFieldsOfKind[values.kind].map((name) => (
        <TextInput
          key={name}
          label={t(`${name}.${values.kind}` as Key)}
          description={textOr(t, `help.${name}.${values.kind}` as Key)}
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

const textOr = (t: { (key: Key): string; has: (key: Key) => boolean }, key: Key) =>
  t.has(key) ? t(key) : undefined

function SecretFields({ form, secretsSet }: PlaceFieldsProps) {
  const { getInputProps, setFieldValue } = form
  const { kind, password } = form.values
  const t = useTexts('transfers.place')
  const known: readonly string[] = secretsOfKind[kind]
  const helpOf = (name: string) =>
    secretsSet.includes(name) ? t('kept') : textOr(t, `help.${name}.${kind}` as Key)
  if (known.length === 0) return null
  return (
    <>
      <PasswordField
        label={t(`password.${kind}` as Key)}
        description={helpOf('password')}
        autoComplete="new-password"
        {...getInputProps('password')}
      />
      {kind === 'webhook' && (
        <div className={css.transferSecret}>
          <Button variant="default" size="xs" onClick={() => setFieldValue('password', makeWebhookSecret())}>
            {t('makeSecret')}
          </Button>
          {password !== '' && <CopyButton value={password} label={t('copySecret')} />}
        </div>
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
            className={css.transferKey}
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
