import type { LegalLinkName } from '@pontic/contract'
import type { MetricsAddress } from '../platform/metrics/metrics-server.ts'
import type { SmsGateway } from '../platform/sms/gateway-sms-sender.ts'
import type { S3Settings } from '../platform/storage/s3-client.ts'
import type { TransportPolicy } from '../platform/transports/transport.ts'
import { type BackupConfig, backupConfigOf, listBackupFaults } from './backup-settings.ts'
import { s3SettingsOf, smsGatewayOf } from './config-values.ts'
import type { SettingRow } from './node-settings.ts'
import { type ParsedSettings, type SettingName, settings } from './settings.ts'

/** The validated settings of a node. */
export type Config = {
  mode: ParsedSettings['PONTIC_MODE']
  /** Whether the node serves requests, runs jobs, or both. */
  role: ParsedSettings['PONTIC_ROLE']
  /** Which languages the portal offers. */
  variant: ParsedSettings['PONTIC_VARIANT']
  /** URLs of the operator's legal pages. The page replaces `{language}` by the reader's language. */
  legalPages: Readonly<Record<LegalLinkName, string | undefined>>
  host: string
  port: number
  /** Whether the demo accepts connections from other machines. */
  isDemoPublic: boolean
  /** Without a trailing slash. */
  publicUrl: string
  trustedProxies: string[]
  /** Location of nginx that serves stored files; undefined if the portal sends them. */
  proxyFiles: string | undefined
  dataFolder: string
  /** Where files are stored. `alsoReads`: a second place that is read while files are moved. `s3`: undefined without a bucket. */
  storage: { place: 'disk' | 's3'; alsoReads: 'disk' | 's3' | undefined; s3: S3Settings | undefined }
  databaseUrl: string
  /** Empty without a pooler. */
  databaseDirectUrl: string
  /** Empty without a read-only replica. */
  databaseReplicaUrl: string
  databaseOwnerUrl: string
  databaseConnections: number
  secretKey: string
  /** Empty in demo mode if no key is configured. */
  encryptionKey: string
  /** Empty if there was none. */
  encryptionKeyBefore: string
  smtpUrl: string
  mailFrom: string
  /** Undefined if no SMS gateway is configured. */
  smsGateway: SmsGateway | undefined
  /** Email address of the first platform administrator, in lower case. */
  firstAdministrator: string
  allowsTokenByQuery: boolean
  hasDocs: boolean
  logLevel: ParsedSettings['PONTIC_LOG_LEVEL']
  /** Whether browser notifications may be sent to push services at private addresses and over plain HTTP. */
  allowsPrivatePush: boolean
  /** The servers and folders that push and pull settings may use. */
  transports: TransportPolicy
  jobsAtOnce: number
  drainMs: number
  stopMs: number
  slowStatementMs: number
  /** Undefined if the node serves no metrics. */
  metricsAddress: MetricsAddress | undefined
  /** Undefined if nothing is traced. `percent`: how many of 100 requests and jobs are traced. */
  traces: { url: string; percent: number } | undefined
  /** Undefined if no backups are made. */
  backup: BackupConfig | undefined
}

/**
 * Thrown for invalid settings. The message names each setting and its fault. The process then exits with code 78 (EX_CONFIG).
 */
export class SettingsError extends Error {}

const demoSecretKey = 'pontic demo: everybody knows this key'
const secretKeyLengthMin = 32
const loopback = ['127.0.0.1', '::1', 'localhost']

/** Parses environment variables. @throws SettingsError naming every missing or invalid setting, without its value */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const raw: Record<string, unknown> = {}
  const wrong: string[] = []
  const invalid = new Set<string>()
  for (const [name, row] of Object.entries<SettingRow>(settings)) {
    const given = environment[name] === '' ? undefined : environment[name]
    const value = given ?? row.default
    if (value === undefined) continue
    const result = row.schema.safeParse(value)
    if (result.success) {
      raw[name] = result.data
      continue
    }
    invalid.add(name)
    wrong.push(`${name} is invalid. ${row.description}`)
  }
  wrong.push(...listFaults(raw as ParsedSettings, invalid))
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))
  return toConfig(raw as ParsedSettings)
}

/** @param invalid names of settings whose fault is known, and whose values are not in `raw` */
function listFaults(raw: ParsedSettings, invalid: ReadonlySet<string>): string[] {
  const wrong: string[] = []
  const need = (name: SettingName, why: string) => {
    if (!raw[name] && !invalid.has(name))
      wrong.push(`${name} is missing${why}. ${settings[name].description}`)
  }
  need('PONTIC_DATABASE_URL', '')
  if (raw.PONTIC_MODE === 'production') {
    for (const name of ['PONTIC_PUBLIC_URL', 'PONTIC_SMTP_URL', 'PONTIC_SECRET_KEY'] as const) {
      need(name, ' (needed in production)')
    }
    for (const name of ['PONTIC_SECRET_KEY', 'PONTIC_ENCRYPTION_KEY'] as const) {
      const key = raw[name]
      if (key && key.length < secretKeyLengthMin) wrong.push(`${name} is shorter than 32 characters.`)
    }
  }
  if (raw.PONTIC_STORAGE === 's3' || raw.PONTIC_STORAGE_ALSO_READS === 's3')
    need('PONTIC_S3_BUCKET', ' (needed for S3)')
  if (raw.PONTIC_S3_ACCESS_KEY) need('PONTIC_S3_SECRET_KEY', ' (needed with PONTIC_S3_ACCESS_KEY)')
  if (raw.PONTIC_STORAGE_ALSO_READS === raw.PONTIC_STORAGE)
    wrong.push('PONTIC_STORAGE_ALSO_READS must be another place than PONTIC_STORAGE.')
  wrong.push(...listBackupFaults(raw))
  if (raw.PONTIC_PROXY_FILES) need('PONTIC_TRUSTED_PROXIES', ' (needed with PONTIC_PROXY_FILES)')
  const smsRequest = `${raw.PONTIC_SMS_URL} ${raw.PONTIC_SMS_BODY}`
  if (raw.PONTIC_SMS_URL && !(/\{(to|digits)\}/.test(smsRequest) && smsRequest.includes('{text}')))
    wrong.push('PONTIC_SMS_URL or PONTIC_SMS_BODY must contain {text}, and {to} or {digits}.')
  if (raw.PONTIC_MODE === 'demo' && !loopback.includes(raw.PONTIC_HOST) && !raw.PONTIC_DEMO_PUBLIC) {
    wrong.push(
      'PONTIC_HOST: the demo listens on 127.0.0.1 only, since its passwords are known; PONTIC_DEMO_PUBLIC=yes allows more.',
    )
  }
  return wrong
}

function toConfig(raw: ParsedSettings): Config {
  const publicUrl = (raw.PONTIC_PUBLIC_URL ?? `http://127.0.0.1:${raw.PONTIC_PORT}`).replace(/\/$/, '')
  return {
    mode: raw.PONTIC_MODE,
    role: raw.PONTIC_ROLE,
    variant: raw.PONTIC_VARIANT,
    legalPages: {
      terms: raw.PONTIC_TERMS_URL,
      privacy: raw.PONTIC_PRIVACY_URL,
      imprint: raw.PONTIC_IMPRINT_URL,
      commerce: raw.PONTIC_COMMERCE_URL,
    },
    host: raw.PONTIC_HOST,
    port: raw.PONTIC_PORT,
    isDemoPublic: raw.PONTIC_DEMO_PUBLIC,
    publicUrl,
    trustedProxies: raw.PONTIC_TRUSTED_PROXIES.split(',')
      .map((one) => one.trim())
      .filter(Boolean),
    proxyFiles: raw.PONTIC_PROXY_FILES || undefined,
    dataFolder: raw.PONTIC_DATA,
    storage: {
      place: raw.PONTIC_STORAGE,
      alsoReads: raw.PONTIC_STORAGE_ALSO_READS || undefined,
      s3: raw.PONTIC_S3_BUCKET ? s3SettingsOf(raw) : undefined,
    },
    databaseUrl: raw.PONTIC_DATABASE_URL,
    databaseDirectUrl: raw.PONTIC_DATABASE_DIRECT_URL,
    databaseReplicaUrl: raw.PONTIC_DATABASE_REPLICA_URL,
    databaseOwnerUrl: raw.PONTIC_DATABASE_OWNER_URL,
    databaseConnections: raw.PONTIC_DATABASE_CONNECTIONS,
    secretKey: raw.PONTIC_SECRET_KEY || demoSecretKey,
    encryptionKey: raw.PONTIC_ENCRYPTION_KEY || raw.PONTIC_SECRET_KEY,
    encryptionKeyBefore: raw.PONTIC_ENCRYPTION_KEY_BEFORE,
    smtpUrl: raw.PONTIC_SMTP_URL,
    mailFrom: raw.PONTIC_MAIL_FROM || `Pontic <no-reply@${new URL(publicUrl).hostname}>`,
    smsGateway: raw.PONTIC_SMS_URL ? smsGatewayOf(raw) : undefined,
    allowsPrivatePush: raw.PONTIC_PUSH_PRIVATE,
    transports: {
      allowsPrivate: raw.PONTIC_ALLOW_PRIVATE_ADDRESSES,
      folderRoot: raw.PONTIC_TRANSFER_FOLDER || undefined,
    },
    firstAdministrator: raw.PONTIC_FIRST_ADMINISTRATOR || `admin@${new URL(publicUrl).hostname}`,
    allowsTokenByQuery: raw.PONTIC_TOKEN_BY_QUERY,
    hasDocs: raw.PONTIC_DOCS,
    logLevel: raw.PONTIC_LOG_LEVEL,
    jobsAtOnce: raw.PONTIC_JOBS_AT_ONCE,
    drainMs: raw.PONTIC_DRAIN_SECONDS * 1000,
    stopMs: raw.PONTIC_STOP_SECONDS * 1000,
    slowStatementMs: raw.PONTIC_SLOW_STATEMENT_MS,
    metricsAddress: raw.PONTIC_METRICS_ADDRESS,
    traces: raw.PONTIC_TRACES_URL
      ? { url: raw.PONTIC_TRACES_URL, percent: raw.PONTIC_TRACES_PERCENT }
      : undefined,
    backup: backupConfigOf(raw),
  }
}
