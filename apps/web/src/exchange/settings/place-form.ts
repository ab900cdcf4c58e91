import {
  HostFingerprint,
  isWebhookSecret,
  listLocationProblems,
  type PullSetting,
  type PushSetting,
  secretsOfKind,
  type TransferKind,
  type TransferLocation,
} from '@pontic/contract'
import * as z from 'zod/mini'

/** The kinds of settings: push delivers cases to other software, pull imports them. */
export type SettingKind = 'push' | 'pull'

/** A setting of either kind. */
export type Setting = PushSetting | PullSetting

/** The schemas of the form fields of a remote location and its secrets. An empty text means no value. */
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

/** The fields with secrets. Drafts do not store them, and no call returns them. */
export const secretFields = ['password', 'privateKey', 'passphrase'] as const

type PlaceField = keyof typeof placeFormFields
/** The form values of a remote location and its secrets. */
export type PlaceValues = Record<PlaceField, string>

type Place = Omit<TransferLocation, 'kind'>

/** Returns the initial form values. Secrets are empty. @param saved the location of an existing setting */
export const initialPlace = (saved: Place | undefined): PlaceValues => ({
  address: saved?.address ?? '',
  folder: saved?.folder ?? '',
  bucket: saved?.bucket ?? '',
  region: saved?.region ?? '',
  userName: saved?.userName ?? '',
  hostFingerprint: saved?.hostFingerprint ?? '',
  password: '',
  privateKey: '',
  passphrase: '',
})

const orNull = (text: string) => text.trim() || null

/** Maps the form values to the location in the body of a call. */
export const toPlace = (values: PlaceValues): Place => ({
  address: values.address.trim(),
  folder: values.folder.trim(),
  bucket: orNull(values.bucket),
  region: orNull(values.region),
  userName: orNull(values.userName),
  hostFingerprint: orNull(values.hostFingerprint),
})

/** Maps the form values to the secrets in the body of a call. Empty secrets are left out, so that the saved ones stay unchanged. */
export function toSecrets(
  kind: TransferKind,
  values: PlaceValues,
): Partial<Record<(typeof secretFields)[number], string>> {
  const known: readonly string[] = secretsOfKind[kind]
  const typed = secretFields.filter((name) => known.includes(name) && values[name] !== '')
  return Object.fromEntries(typed.map((name) => [name, values[name]]))
}

/**
 * Checks the rules that depend on the kind of transfer: required fields, and the format of URLs, fingerprints and webhook secrets.
 * @returns error keys by field
 */
export function checkPlace(
  kind: TransferKind,
  values: PlaceValues,
): Partial<Record<PlaceField, 'required' | 'url' | 'fingerprint' | 'webhook_secret'>> {
  const { kind: _, ...wrong } = listLocationProblems({ kind, ...toPlace(values) })
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

/** Creates the signing secret of a webhook: 32 random bytes in the format of the Standard Webhooks specification. */
export function createWebhookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
