import * as z from 'zod/mini'
import { line } from '../../fields.ts'

/** Kinds of locations to push to and pull from (rules §11). */
export const transferKinds = ['webhook', 'sftp', 's3', 'https', 'folder'] as const
export const TransferKind = z.enum(transferKinds)
export type TransferKind = z.infer<typeof TransferKind>

/** Protocol of a push setting; it decides which of the other fields apply. */
export const pushKinds = ['webhook', 'sftp', 's3', 'folder'] as const satisfies readonly TransferKind[]
export type PushKind = (typeof pushKinds)[number]
/** Protocols of an organization's own push settings: only the platform delivers to folders of the server (rules §16). */
export const ownPushKinds = ['webhook', 'sftp', 's3'] as const satisfies readonly PushKind[]
/** Protocol of a pull setting; it decides which of the other fields apply. */
export const pullKinds = ['sftp', 's3', 'https', 'folder'] as const satisfies readonly TransferKind[]
export type PullKind = (typeof pullKinds)[number]

/** The location fields that each kind uses. The other fields are empty or null. */
export const locationFieldsOfKind = {
  webhook: ['address'],
  sftp: ['address', 'folder', 'userName', 'hostFingerprint'],
  s3: ['address', 'folder', 'bucket', 'region', 'userName'],
  https: ['address', 'userName'],
  folder: ['folder'],
} as const satisfies Record<TransferKind, readonly string[]>

/**
 * The secrets of each kind. `password` is the password of an SFTP user, the secret key of S3, the token of a web server, or
 * the signing secret of a webhook.
 */
export const secretsOfKind = {
  webhook: ['password'],
  sftp: ['password', 'privateKey', 'passphrase'],
  s3: ['password'],
  https: ['password'],
  folder: [],
} as const satisfies Record<TransferKind, readonly string[]>

const schemes: Readonly<Record<TransferKind, RegExp>> = {
  webhook: /^https?:\/\//i,
  https: /^https?:\/\//i,
  s3: /^https?:\/\//i,
  sftp: /^sftp:\/\//i,
  folder: /^$/,
}

/**
 * Whether an address is valid for its kind: it has the right scheme and a host, no user, password or fragment, and a path only
 * for webhooks and web servers. Whether the server may connect to the address is checked when it connects.
 */
export function isLocationAddress(kind: TransferKind, address: string): boolean {
  if (kind === 'folder') return address === ''
  const url = URL.parse(address)
  if (url === null || !schemes[kind].test(address) || url.hostname === '' || url.hash !== '') return false
  const isBare = url.username === '' && url.password === ''
  // The folder on an SFTP server and the bucket of S3 have fields of their own.
  const hasPath = url.pathname.replace(/^\//, '') !== '' || url.search !== ''
  return isBare && (!hasPath || kind === 'webhook' || kind === 'https')
}

const isFolderPath = (path: string) =>
  path.split('/').every((part) => part !== '..' && part !== '.') && !path.includes('\\')

/**
 * A folder: for SFTP a path, absolute or relative to the sign-in directory; for S3 a key prefix; for folders of this server a
 * path below the configured root.
 */
export const TransferFolder = line(0, 500).check(z.refine(isFolderPath, 'pattern'))

/**
 * `SHA256:` and 43 characters of base64, as `ssh-keygen -lf` prints it.
 * @example "SHA256:uNiVztksCsDhcc0u9e8BrirEYZHJBW1rYJjQqAmd2lQ"
 */
export const HostFingerprint = z
  .string()
  .check(z.trim(), z.regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'fingerprint'))

/** URL: `https://…` for webhooks, S3 and web servers, `sftp://host:port` for SFTP; empty for folders of the server. */
export const TransferAddress = line(0, 1_000)
/** Name of the S3 bucket, null for other kinds. */
export const BucketName = z.nullable(
  z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'pattern')),
)
/** Region of the S3 bucket, null for other kinds. */
export const BucketRegion = z.nullable(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'pattern')))
/** SFTP user or S3 access key, null for other kinds. */
export const TransferUser = z.nullable(line(1, 200))

/** The location fields of bodies and replies. `listLocationProblems` checks whether a kind has the fields that it needs. */
export const transferLocationFields = {
  address: TransferAddress,
  folder: TransferFolder,
  bucket: BucketName,
  region: BucketRegion,
  userName: TransferUser,
  hostFingerprint: z.nullable(HostFingerprint),
}

/** A location that a transport connects to. */
export type TransferLocation = {
  kind: TransferKind
  address: string
  folder: string
  bucket: string | null
  region: string | null
  userName: string | null
  hostFingerprint: string | null
}

// A secret is not trimmed. Control characters and lone surrogates are refused, except line breaks and tabs in a private key.
const secret = (maxLength: number, fit: RegExp = /^[^\p{Cc}\p{Cs}]*$/u) =>
  z.string().check(z.minLength(1, 'required'), z.maxLength(maxLength, 'too_long'), z.regex(fit, 'text'))

/** Secrets, which are write-only. An omitted secret stays as stored; null deletes the stored secret. */
export const transferSecretFields = {
  /** Password or secret key; null deletes it, and it stays if omitted. */
  password: z.optional(z.nullable(secret(1_000))),
  /** Private key of the SFTP user; null deletes it, and it stays if omitted. */
  privateKey: z.optional(z.nullable(secret(16_000, /^(?:[^\p{Cc}\p{Cs}]|[\r\n\t])*$/u))),
  /** Passphrase of the private key; null deletes it, and it stays if omitted. */
  passphrase: z.optional(z.nullable(secret(1_000))),
}

/** Decrypted secrets that a transport uses. */
export type TransferSecrets = {
  password: string | null
  privateKey: string | null
  passphrase: string | null
}

const neededFields = {
  webhook: [],
  sftp: ['userName', 'hostFingerprint'],
  s3: ['bucket', 'region', 'userName'],
  https: [],
  folder: [],
} as const satisfies Record<TransferKind, readonly (keyof TransferLocation)[]>

/** Lists the invalid fields of a location with the keys of their messages; empty if the location is valid. */
export function listLocationProblems(
  place: TransferLocation,
): Partial<Record<keyof TransferLocation, 'required' | 'url'>> {
  const missing = neededFields[place.kind].filter((name) => place[name] === null)
  const wrong = Object.fromEntries(missing.map((name) => [name, 'required' as const]))
  if (place.kind === 'folder') return place.folder === '' ? { ...wrong, folder: 'required' } : wrong
  if (place.address === '') return { ...wrong, address: 'required' }
  return isLocationAddress(place.kind, place.address) ? wrong : { ...wrong, address: 'url' }
}
