import { secretsOfKind, type TransferPlace, type TransferSecrets } from '@pontic/contract'
import { fail } from '../http/fail.ts'
import type { Sealer } from '../secrets/sealer.ts'

/** Names of the secrets that a place can have. */
export type SecretName = keyof TransferSecrets

const names = ['password', 'privateKey', 'passphrase'] as const satisfies readonly SecretName[]
const none: TransferSecrets = { password: null, privateKey: null, passphrase: null }

/** Secrets as a setting's row keeps them: sealed, and the names of those that are there. */
export type KeptSecrets = { secrets: Buffer | null; secret_names: string[] }

/** Secrets as a call brings them: left out stays as it is, null goes. */
export type GivenSecrets = { [Name in SecretName]?: string | null | undefined }

/**
 * Opens what `sealSecrets` has sealed, for a transport alone: nothing of it goes into replies, logs or the audit (threat T49).
 * @param context the same as when it was sealed
 */
export function openSecrets(
  sealer: Sealer,
  kept: Pick<KeptSecrets, 'secrets'>,
  context: string,
): TransferSecrets {
  if (kept.secrets === null) return none
  return { ...none, ...(JSON.parse(sealer.open(kept.secrets, context)) as Partial<TransferSecrets>) }
}

/** Seals secrets for a setting's row. @param context what they belong to, such as `push <id>` */
export function sealSecrets(sealer: Sealer, secrets: TransferSecrets, context: string): KeptSecrets {
  const there = names.filter((name) => secrets[name] !== null)
  const text = JSON.stringify(Object.fromEntries(there.map((name) => [name, secrets[name]])))
  return { secrets: there.length === 0 ? null : sealer.seal(text, context), secret_names: there }
}

// What a secret is shown to: who can change it could otherwise have a secret sent to a place of his own.
const shownTo = [
  'kind',
  'address',
  'hostFingerprint',
  'userName',
] as const satisfies readonly (keyof TransferPlace)[]

/**
 * Whether secrets that are kept may go on with a place as it is now: only where they are shown to nobody else than before.
 * A webhook's secret is shown to nobody: it signs.
 */
export function maySecretsStay(before: TransferPlace, after: TransferPlace): boolean {
  if (before.kind === 'webhook' && after.kind === 'webhook') return true
  return shownTo.every((name) => before[name] === after[name])
}

/**
 * The secrets of a setting after a call.
 * @param before what is kept; undefined where there is nothing, or it must not stay
 * @throws request.invalid at `password` where the kind needs one that is not there
 */
export function mergeSecrets(
  place: TransferPlace,
  before: TransferSecrets | undefined,
  given: GivenSecrets,
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
