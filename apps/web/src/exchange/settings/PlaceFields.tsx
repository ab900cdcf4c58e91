import { Button, Textarea, TextInput } from '@mantine/core'
import { placeFieldsOfKind, secretsOfKind, type TransferKind } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { makeWebhookSecret, type PlaceField } from './place-form.ts'

type Key = Parameters<ReturnType<typeof useTexts<'transfers.place'>>>[0]

/** What the fields of a place need of the form that they stand in. */
export type PlaceFieldsProps = {
  kind: TransferKind
  /** Mantine's props of a field: `form.getInputProps`. */
  inputOf: (name: PlaceField) => object
  /** Secrets that are kept already: their fields may stay empty. */
  secretsSet: readonly string[]
  /** Writes a made secret into its field. */
  onSecret: (secret: string) => void
  /** What stands in the field of the secret. */
  secret: string
}

const optionalFields: readonly PlaceField[] = ['folder', 'userName']
const neededOf: Partial<Record<TransferKind, readonly PlaceField[]>> = {
  sftp: ['userName'],
  s3: ['userName'],
  folder: ['folder'],
}

/** Where a setting leads and with what secrets, by its kind. For ways out and ways in. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { kind, inputOf } = props
  const t = useTexts('transfers.place')
  const isNeeded = (name: PlaceField) =>
    !optionalFields.includes(name) || neededOf[kind]?.includes(name) === true
  return (
    <>
      {placeFieldsOfKind[kind].map((name) => (
        <TextInput
          key={name}
          label={t(`${name}.${kind}` as Key)}
          description={textOr(t, `help.${name}.${kind}` as Key)}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...(isNeeded(name) ? { withAsterisk: true, 'aria-required': true } : {})}
          {...inputOf(name)}
        />
      ))}
      <SecretFields {...props} />
    </>
  )
}

const textOr = (t: { (key: Key): string; has: (key: Key) => boolean }, key: Key) =>
  t.has(key) ? t(key) : undefined

function SecretFields({ kind, inputOf, secretsSet, onSecret, secret }: PlaceFieldsProps) {
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
        {...inputOf('password')}
      />
      {kind === 'webhook' && (
        <div className="transfer-secret">
          <Button variant="default" size="xs" onClick={() => onSecret(makeWebhookSecret())}>
            {t('makeSecret')}
          </Button>
          {secret !== '' && <CopyButton value={secret} label={t('copySecret')} />}
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
            className="transfer-key"
            {...inputOf('privateKey')}
          />
          <PasswordField
            label={t('passphrase.sftp')}
            description={helpOf('passphrase')}
            autoComplete="new-password"
            {...inputOf('passphrase')}
          />
        </>
      )}
    </>
  )
}
