import { secretsOfKind, type TransferLocation, type TransferSecrets } from '@pontic/contract'
import { fail } from '../http/fail.ts'
import type { Encryptor } from '../secrets/encryptor.ts'

/** Names of the secrets of a place. */
export type SecretName = keyof TransferSecrets

const names = ['password', 'privateKey', 'passphrase'] as const satisfies readonly SecretName[]
const none: TransferSecrets = { password: null, privateKey: null, passphrase: null }

/** Secrets as a setting's row stores them: sealed, and the names of those that exist. */
export type StoredSecrets = { secrets: Buffer | null; secret_names: string[] }

/** Secrets in a call: an omitted one is unchanged, null removes it. */
export type SecretsInput = { [Name in SecretName]?: string | null | undefined }

/**
 * Opens secrets from `encryptSecrets`, for a transport only. They never appear in replies, logs or the audit (threat T49).
 * @param context the same as for sealing
 */
export function decryptSecrets(
  encryptor: Encryptor,
  kept: Pick<StoredSecrets, 'secrets'>,
  context: string,
): TransferSecrets {
  if (kept.secrets === null) return none
  return { ...none, ...(JSON.parse(encryptor.decrypt(kept.secrets, context)) as Partial<TransferSecrets>) }
}

/** Seals secrets for a setting's row. @param context what they belong to, such as `push <id>` */
export function encryptSecrets(
  encryptor: Encryptor,
  secrets: TransferSecrets,
  context: string,
): StoredSecrets {
  const there = names.filter((name) => secrets[name] !== null)
  const text = JSON.stringify(Object.fromEntries(there.map((name) => [name, secrets[name]])))
  return { secrets: there.length === 0 ? null : encryptor.encrypt(text, context), secret_names: there }
}

// Fields that determine who receives a secret: a person who can change them could otherwise have it sent to a server of their
// own.
const shownTo = [
  'kind',
  'address',
  'hostFingerprint',
  'userName',
] as const satisfies readonly (keyof TransferLocation)[]

/**
 * Whether stored secrets may remain after a change of the place: only if it is sent to the same peer as before. A webhook's
 * secret is sent to nobody: it signs.
 */
export function canRetainSecrets(before: TransferLocation, after: TransferLocation): boolean {
  if (before.kind === 'webhook' && after.kind === 'webhook') return true
  return shownTo.every((name) => before[name] === after[name])
}

/**
 * The secrets of a setting after a call.
 * @param before the stored secrets; undefined if there are none, or they must not remain
 * @throws request.invalid at `password` if the kind requires one and it is missing
 */
export function mergeSecrets(
  place: TransferLocation,
  before: TransferSecrets | undefined,
  given: SecretsInput,
): TransferSecrets {
  const known: readonly string[] = secretsOfKind[place.kind]
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
  const isOpen = place.kind === 'folder' || (place.kind === 'https' && place.userName === null)
  if (!isOpen && merged.password === null && merged.privateKey === null)
    fail('request.invalid', {}, { password: 'required' })
  return merged
}
