import * as z from 'zod/mini'
import { count, text } from './config-values.ts'
import type { SettingRow } from './node-settings.ts'

const hourMs = 3_600_000

/** An absolute path, `sftp://host[:port]/folder`, or `s3+https://host/bucket[/folder]`. */
const backupTarget = z
  .string()
  .check(
    z.regex(
      /^(?:\/.*|sftp:\/\/[^/@?#\s]+(?:\/[^?#\s]*)?|s3\+https?:\/\/[^/@?#\s]+\/[^/?#\s]+(?:\/[^?#\s]*)?)$/,
    ),
  )

/** One or several public keys of age, separated by commas. */
const recipients = z.string().check(z.regex(/^(?:age1[a-z0-9]+(?:,age1[a-z0-9]+)*)?$/))

/** Settings of backups (decision 0080). */
export const backupSettings = {
  PONTIC_BACKUP_TARGET: {
    schema: z.union([z.literal(''), backupTarget]),
    default: '',
    description:
      'Where backups are stored: an absolute path of a folder, sftp://host/folder, or s3+https://host/bucket/folder. Without it there are no backups, unless pontic up has installed the portal: then /var/lib/pontic-backups (docs/operations/backup.md).',
  },
  PONTIC_BACKUP_RECIPIENTS: {
    schema: recipients,
    default: '',
    description:
      'Public keys of age (age1…), separated by commas, for which backups are encrypted. The command backup key creates a pair of keys. By default the public key of PONTIC_BACKUP_KEY_FILE.',
  },
  PONTIC_BACKUP_KEY_FILE: {
    schema: text,
    default: '',
    description:
      'File with the secret key of age (AGE-SECRET-KEY-1…), which the commands verify and restore need. A node that only makes backups needs PONTIC_BACKUP_RECIPIENTS and should not have it.',
  },
  PONTIC_BACKUP_LOCAL_KEY_FILE: {
    schema: text,
    default: '',
    description:
      'File on this machine to which pontic up has written the secret key. Health and pontic status warn as long as it exists. Nodes never read it.',
  },
  PONTIC_BACKUP_USER: {
    schema: text,
    default: '',
    description: 'User of the SFTP server, or id of the access key of S3.',
  },
  PONTIC_BACKUP_PASSWORD: {
    schema: text,
    default: '',
    secret: true,
    description: 'Password of the SFTP server, or secret of the access key of S3.',
  },
  PONTIC_BACKUP_SSH_KEY_FILE: {
    schema: text,
    default: '',
    description: 'File with the private key for the SFTP server, without a passphrase.',
  },
  PONTIC_BACKUP_HOST_KEY: {
    schema: text,
    default: '',
    description: 'Fingerprint of the SFTP server, such as SHA256:…, as ssh-keygen -lf prints it.',
  },
  PONTIC_BACKUP_S3_REGION: {
    schema: text,
    default: 'us-east-1',
    description: 'Region of the bucket for backups.',
  },
  PONTIC_BACKUP_DATABASE_URL: {
    schema: text,
    default: '',
    secret: true,
    description:
      'Connection URL of PostgreSQL as a superuser, for backups of a database that the portal did not install. Without it the built-in database is backed up; for other databases only the files.',
  },
  PONTIC_BACKUP_EVERY_HOURS: {
    schema: count(1),
    default: '24',
    description: 'Hours between two backups. Changes between them are archived all the time.',
  },
  PONTIC_BACKUP_ARCHIVE_SECONDS: {
    schema: count(1),
    default: '20',
    description:
      'Seconds between two copies of the changes. At most these changes and those of the copying are lost.',
  },
  PONTIC_BACKUP_KEEP_DAYS: {
    schema: count(1),
    default: '14',
    description:
      'Days to which the portal can be restored. Older backups are deleted. The newest one is always kept.',
  },
} as const satisfies Record<string, SettingRow>

/** How backups are made. Undefined in `Config` without a target. */
export type BackupConfig = {
  target: string
  /** Public keys of age; empty if they follow from the key file. */
  recipients: string[]
  keyFile: string | undefined
  /** File that must not stay on this machine. */
  localKeyFile: string | undefined
  user: string
  password: string
  sshKeyFile: string | undefined
  hostKey: string
  region: string
  /** Empty for the built-in database. */
  databaseUrl: string
  everyMs: number
  archiveMs: number
  keepMs: number
}

type BackupValues = {
  [Name in keyof typeof backupSettings]: z.output<(typeof backupSettings)[Name]['schema']>
}

/** Returns the settings of backups; undefined if there is no target. */
export function backupConfigOf(raw: BackupValues): BackupConfig | undefined {
  if (raw.PONTIC_BACKUP_TARGET === '') return undefined
  return {
    target: raw.PONTIC_BACKUP_TARGET,
    recipients: raw.PONTIC_BACKUP_RECIPIENTS.split(',').filter((one) => one !== ''),
    keyFile: raw.PONTIC_BACKUP_KEY_FILE || undefined,
    localKeyFile: raw.PONTIC_BACKUP_LOCAL_KEY_FILE || undefined,
    user: raw.PONTIC_BACKUP_USER,
    password: raw.PONTIC_BACKUP_PASSWORD,
    sshKeyFile: raw.PONTIC_BACKUP_SSH_KEY_FILE || undefined,
    hostKey: raw.PONTIC_BACKUP_HOST_KEY,
    region: raw.PONTIC_BACKUP_S3_REGION,
    databaseUrl: raw.PONTIC_BACKUP_DATABASE_URL,
    everyMs: raw.PONTIC_BACKUP_EVERY_HOURS * hourMs,
    archiveMs: raw.PONTIC_BACKUP_ARCHIVE_SECONDS * 1000,
    keepMs: raw.PONTIC_BACKUP_KEEP_DAYS * 24 * hourMs,
  }
}

/** Returns the errors in the settings of backups, one sentence each; empty if they are valid or backups are off. */
export function listBackupFaults(raw: BackupValues): string[] {
  const target = raw.PONTIC_BACKUP_TARGET
  if (!target) return []
  const wrong: string[] = []
  if (!raw.PONTIC_BACKUP_RECIPIENTS && !raw.PONTIC_BACKUP_KEY_FILE)
    wrong.push(
      `PONTIC_BACKUP_RECIPIENTS is missing (needed for backups). ${backupSettings.PONTIC_BACKUP_RECIPIENTS.description}`,
    )
  const need = (name: keyof typeof backupSettings) => {
    if (!raw[name])
      wrong.push(`${name} is missing (needed for this target). ${backupSettings[name].description}`)
  }
  if (!target.startsWith('/')) need('PONTIC_BACKUP_USER')
  if (target.startsWith('s3+')) need('PONTIC_BACKUP_PASSWORD')
  if (target.startsWith('sftp:')) {
    need('PONTIC_BACKUP_HOST_KEY')
    if (!raw.PONTIC_BACKUP_PASSWORD) need('PONTIC_BACKUP_SSH_KEY_FILE')
  }
  return wrong
}
