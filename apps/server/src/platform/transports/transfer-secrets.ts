import { secretsOfKind, type TransferLocation, type TransferSecrets } from '@pontic/contract'
import { fail } from '../http/fail.ts'
import type { Encryptor } from '../secrets/encryptor.ts'

/** The names of the secrets of a push or pull setting. */
export type SecretName = keyof TransferSecrets

const names = ['password', 'privateKey', 'passphrase'] as const satisfies readonly SecretName[]
const none: TransferSecrets = { password: null, privateKey: null, passphrase: null }

/** The secrets in the row of a setting: encrypted, with the names of those that exist. */
export type StoredSecrets = { secrets: Buffer | null; secret_names: string[] }

/** Secrets in a call: an omitted one is unchanged, null removes it. */
export type SecretsInput = { [Name in SecretName]?: string | null | undefined }

/**
 * Decrypts the secrets of a setting's row. They never appear in replies, logs or the audit (threat T49).
 * @param context the same as for encrypting
 */
export function decryptSecrets(
  encryptor: Encryptor,
  stored: Pick<StoredSecrets, 'secrets'>,
  context: string,
): TransferSecrets {
  if (stored.secrets === null) return none
  return { ...none, ...(JSON.parse(encryptor.decrypt(stored.secrets, context)) as Partial<TransferSecrets>) }
}

/** Encrypts secrets for a setting's row. @param context what the secrets belong to, such as `push <id>` */
export function encryptSecrets(
  encryptor: Encryptor,
  secrets: TransferSecrets,
  context: string,
): StoredSecrets {
  const existing = names.filter((name) => secrets[name] !== null)
  const text = JSON.stringify(Object.fromEntries(existing.map((name) => [name, secrets[name]])))
  return { secrets: existing.length === 0 ? null : encryptor.encrypt(text, context), secret_names: existing }
}

// Fields that determine which server receives a secret. If one of them changes, the secret must be entered again. Otherwise a
// user who can change these fields could have the secret sent to their own server.
const receiverFields = [
  'kind',
  'address',
  'hostFingerprint',
  'userName',
] as const satisfies readonly (keyof TransferLocation)[]

/**
 * Whether stored secrets may remain after a change of the setting: only if they are still sent to the same server. The secret
 * of a webhook always remains, because it signs messages and is never sent.
 */
export function canRetainSecrets(before: TransferLocation, after: TransferLocation): boolean {
  if (before.kind === 'webhook' && after.kind === 'webhook') return true
  return receiverFields.every((name) => before[name] === after[name])
}

/**
 * Merges the stored secrets of a setting with those of a call.
 * @param before the stored secrets; undefined if there are none, or they must not remain
 * @throws request.invalid at `password` if the setting needs a password or private key, and has neither
 */
export function mergeSecrets(
  location: TransferLocation,
  before: TransferSecrets | undefined,
  given: SecretsInput,
): TransferSecrets {
  const known: readonly string[] = secretsOfKind[location.kind]
  const secretOf = (name: SecretName) => {
    if (!known.includes(name)) return null
    const value = given[name]
    return value === undefined ? (before?.[name] ?? null) : value
  }
  const merged = {
    password: secretOf('password'),
    privateKey: secretOf('privateKey'),
    passphrase: secretOf('passphrase'),
  }
  const needsNoSecret =
    location.kind === 'folder' || (location.kind === 'https' && location.userName === null)
  if (!needsNoSecret && merged.password === null && merged.privateKey === null)
    fail('request.invalid', {}, { password: 'required' })
  return merged
}
