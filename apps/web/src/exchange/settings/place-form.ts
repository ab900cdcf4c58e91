import {
  HostFingerprint,
  isWebhookSecret,
  listPlaceProblems,
  secretsOfKind,
  type TransferKind,
  type TransferPlace,
} from '@pontic/contract'
import * as z from 'zod/mini'

/** Fields of a place and its secrets as they are typed; empty where nothing is said. */
export const placeFormFields = {
  address: z.string(),
  folder: z.string(),
  bucket: z.string(),
  region: z.string(),
  userName: z.string(),
  hostFingerprint: z.string(),
  password: z.string(),
  privateKey: z.string(),
  passphrase: z.string(),
}

/** Secrets: never kept in a draft, never read back. */
export const secretFields = ['password', 'privateKey', 'passphrase'] as const

const PlaceForm = z.strictObject(placeFormFields)
export type PlaceValues = z.output<typeof PlaceForm>
type PlaceField = keyof PlaceValues

/** What is known of a place before anything is typed. */
type KnownPlace = Omit<TransferPlace, 'kind'>

/** The fields as they begin. */
export const initialPlace = (known: KnownPlace | undefined): PlaceValues => ({
  address: known?.address ?? '',
  folder: known?.folder ?? '',
  bucket: known?.bucket ?? '',
  region: known?.region ?? '',
  userName: known?.userName ?? '',
  hostFingerprint: known?.hostFingerprint ?? '',
  password: '',
  privateKey: '',
  passphrase: '',
})

const orNull = (text: string) => text.trim() || null

/** The place that was typed, as calls take it. */
export const typedPlace = (values: PlaceValues): KnownPlace => ({
  address: values.address.trim(),
  folder: values.folder.trim(),
  bucket: orNull(values.bucket),
  region: orNull(values.region),
  userName: orNull(values.userName),
  hostFingerprint: orNull(values.hostFingerprint),
})

/** The secrets that were typed: those left empty stay as they are. */
export function typedSecrets(
  kind: TransferKind,
  values: PlaceValues,
): Partial<Record<(typeof secretFields)[number], string>> {
  const known: readonly string[] = secretsOfKind[kind]
  const typed = secretFields.filter((name) => known.includes(name) && values[name] !== '')
  return Object.fromEntries(typed.map((name) => [name, values[name]]))
}

/** Rules beyond the fields themselves, by the contract: what its kind needs, and that a webhook's secret is one. */
export function checkPlace(
  kind: TransferKind,
  values: PlaceValues,
): Partial<Record<PlaceField, 'required' | 'url' | 'fingerprint' | 'webhook_secret'>> {
  const { kind: _, ...wrong } = listPlaceProblems({ kind, ...typedPlace(values) })
  const fingerprint = values.hostFingerprint.trim()
  const isFingerprint = fingerprint === '' || z.safeParse(HostFingerprint, fingerprint).success
  return {
    ...wrong,
    ...(kind === 'sftp' && !isFingerprint ? { hostFingerprint: 'fingerprint' as const } : {}),
    ...(kind === 'webhook' && values.password !== '' && !isWebhookSecret(values.password)
      ? { password: 'webhook_secret' as const }
      : {}),
  }
}

/** A new signing secret of a webhook: 32 bytes of chance, as Standard Webhooks writes them. */
export function makeWebhookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
