import { Email } from '@pontic/contract'
import * as z from 'zod/mini'
import type { SmsGateway } from '../platform/sms/gateway-texter.ts'
import type { TransportPolicy } from '../platform/transports/transport.ts'
import { count, gatewayAddress, headerTable, port, switched, text, webAddress } from './config-values.ts'

/** Modes of an installation (rules §15). */
export const modes = ['demo', 'production'] as const

type Row = {
  schema: z.ZodMiniType
  default: string | undefined
  /** Never printed or logged. */
  secret?: true
  description: string
}

/**
 * Every setting, an environment variable each: its rule, default, and what it does, for readers of the generated docs.
 * An empty variable counts as missing.
 */
export const settings = {
  PONTIC_MODE: {
    schema: z.enum(modes),
    default: 'production',
    description: 'demo (a checkout) or production (the image).',
  },
  PONTIC_ROLE: {
    schema: z.enum(['all', 'web', 'worker']),
    default: 'all',
    description: 'What this node does: answer calls, do jobs, or both.',
  },
  PONTIC_HOST: { schema: text, default: '127.0.0.1', description: 'Address to listen on.' },
  PONTIC_PORT: { schema: port, default: '8080', description: 'Port to listen on.' },
  PONTIC_DEMO_PUBLIC: {
    schema: switched,
    default: 'no',
    description: 'Lets the demo listen on other addresses than 127.0.0.1.',
  },
  PONTIC_PUBLIC_URL: {
    schema: webAddress,
    default: undefined,
    description:
      'Address people reach the portal at, such as https://cases.example.com. The only base of links in mails.',
  },
  PONTIC_TRUSTED_PROXIES: {
    schema: text,
    default: '',
    description:
      'Addresses or networks of reverse proxies whose X-Forwarded-For is believed, separated by commas.',
  },
  PONTIC_DATA: { schema: text, default: './data', description: 'Folder for uploaded files.' },
  PONTIC_DATABASE_URL: {
    schema: text,
    default: undefined,
    secret: true,
    description: 'PostgreSQL as the role pontic_app.',
  },
  PONTIC_DATABASE_OWNER_URL: {
    schema: text,
    default: '',
    secret: true,
    description:
      'PostgreSQL as the owner of the database; needed to migrate. When given, the server migrates at its start.',
  },
  PONTIC_DATABASE_CONNECTIONS: {
    schema: count(2),
    default: '20',
    description: 'Most connections of this node to PostgreSQL.',
  },
  PONTIC_SECRET_KEY: {
    schema: text,
    default: '',
    secret: true,
    description: 'At least 32 characters that sign preview links; the same on all nodes.',
  },
  PONTIC_ENCRYPTION_KEY: {
    schema: text,
    default: '',
    secret: true,
    description:
      'At least 32 characters that secrets of two-factor sign-in are encrypted with, the same on all nodes and kept for good; PONTIC_SECRET_KEY unless given. A demo makes one in its data folder.',
  },
  PONTIC_SMTP_URL: {
    schema: text,
    default: '',
    secret: true,
    description: 'Mail server, such as smtps://user:password@mail.example.com:465.',
  },
  PONTIC_MAIL_FROM: {
    schema: text,
    default: '',
    description: 'Sender of mails; no-reply@ the host of PONTIC_PUBLIC_URL unless given.',
  },
  PONTIC_SMS_URL: {
    schema: z.union([z.literal(''), gatewayAddress]),
    default: '',
    secret: true,
    description:
      'Call of an SMS gateway, such as https://sms.example.com/send; {to} (+447700900123), {digits} (without the plus sign) and {text} stand for what is sent. Without it there are no SMS, but for the demo, which keeps them at /dev/sms.',
  },
  PONTIC_SMS_HEADERS: {
    schema: headerTable,
    default: '{}',
    secret: true,
    description:
      'Headers of that call as a JSON object, such as {"Authorization":"Bearer …","Content-Type":"application/json"}; the content type says how values are written into the body.',
  },
  PONTIC_SMS_BODY: {
    schema: text,
    default: '',
    description: 'Body of that call, such as {"to":"{to}","body":"{text}"}; a GET when it is empty.',
  },
  PONTIC_SMS_ACCEPTED: {
    schema: text,
    default: '',
    description: 'What the answer contains when the message was taken; any 2xx answer unless given.',
  },
  PONTIC_PUSH_PRIVATE: {
    schema: switched,
    default: 'no',
    description:
      'Whether push services at private addresses, and by plain http, are asked when browsers name them: for an installation that has one of its own.',
  },
  PONTIC_ALLOW_PRIVATE_ADDRESSES: {
    schema: switched,
    default: 'no',
    description:
      'Whether settings of push and pull may name peers at private addresses, on this machine, and by plain http: for an installation that has them in its own net.',
  },
  PONTIC_TRANSFER_FOLDER: {
    schema: text,
    default: '',
    description:
      'Folder that push and pull settings of the kind folder lie below; without it there can be none of that kind. The same on all nodes.',
  },
  PONTIC_FIRST_ADMINISTRATOR: {
    schema: z.union([z.literal(''), Email]),
    default: '',
    description:
      'Email address of the first platform administrator, whose link the start on an empty database prints; admin@ the host of PONTIC_PUBLIC_URL unless given.',
  },
  PONTIC_TOKEN_BY_QUERY: {
    schema: switched,
    default: 'yes',
    description: 'Whether GET /oauth/token answers.',
  },
  PONTIC_DOCS: { schema: switched, default: 'yes', description: 'Whether /docs and /openapi.json answer.' },
  PONTIC_LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
    description: 'Least level of log lines.',
  },
  PONTIC_JOBS_AT_ONCE: { schema: count(1), default: '4', description: 'Jobs that this node does at a time.' },
} as const satisfies Record<string, Row>
export type SettingName = keyof typeof settings

/** The settings for readers, in their order: `initial` is what counts where a variable is missing. */
export const settingsTable = Object.entries<Row>(settings).map(([name, row]) => ({
  name,
  initial: row.default ?? '',
  isSecret: row.secret ?? false,
  summary: row.description,
}))

type Raw = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> }

/** The settings of a node, judged. */
export type Config = {
  mode: Raw['PONTIC_MODE']
  /** What this node does. */
  duty: Raw['PONTIC_ROLE']
  host: string
  port: number
  /** The demo may be reached from other machines. */
  allowsStrangers: boolean
  /** Without a slash at its end. */
  publicUrl: string
  trustedProxies: string[]
  dataFolder: string
  databaseUrl: string
  databaseOwnerUrl: string
  databaseConnections: number
  secretKey: string
  /** Empty in a demo that was given none. */
  encryptionKey: string
  smtpUrl: string
  mailFrom: string
  /** The SMS gateway, where one is set. */
  smsGateway: SmsGateway | undefined
  /** Address of the first platform administrator, in lower case. */
  firstAdministrator: string
  allowsTokenByQuery: boolean
  hasDocs: boolean
  logLevel: Raw['PONTIC_LOG_LEVEL']
  /** Push services at private addresses, and by plain http, are asked too. */
  allowsPrivatePush: boolean
  /** What settings of push and pull may reach. */
  transports: TransportPolicy
  jobsAtOnce: number
}

/** The settings are wrong; the message says which and how. The process ends with 78 (EX_CONFIG). */
export class SettingsError extends Error {}

const demoSecretKey = 'pontic demo: everybody knows this key'
const secretKeyLengthMin = 32
const loopback = ['127.0.0.1', '::1', 'localhost']

/**
 * Reads the settings from environment variables.
 * @throws SettingsError naming every setting that is missing or wrong, without its value
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const raw: Record<string, unknown> = {}
  const wrong: string[] = []
  for (const [name, row] of Object.entries<Row>(settings)) {
    const given = environment[name] === '' ? undefined : environment[name]
    const value = given ?? row.default
    if (value === undefined) continue
    const result = row.schema.safeParse(value)
    if (result.success) raw[name] = result.data
    else wrong.push(`${name} is not right. ${row.description}`)
  }
  wrong.push(...judge(raw as Raw))
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))
  return arrange(raw as Raw)
}

function judge(raw: Raw): string[] {
  const wrong: string[] = []
  const need = (name: SettingName, why: string) => {
    if (!raw[name]) wrong.push(`${name} is missing${why}. ${settings[name].description}`)
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
  const call = `${raw.PONTIC_SMS_URL} ${raw.PONTIC_SMS_BODY}`
  if (raw.PONTIC_SMS_URL && !(/\{(to|digits)\}/.test(call) && call.includes('{text}')))
    wrong.push('PONTIC_SMS_URL and PONTIC_SMS_BODY name no place for {to} or {digits}, and {text}.')
  if (raw.PONTIC_MODE === 'demo' && !loopback.includes(raw.PONTIC_HOST) && !raw.PONTIC_DEMO_PUBLIC) {
    wrong.push(
      'PONTIC_HOST: the demo listens on 127.0.0.1 only, since its passwords are known; PONTIC_DEMO_PUBLIC=yes allows more.',
    )
  }
  return wrong
}

function gatewayOf(raw: Raw): SmsGateway {
  return {
    url: raw.PONTIC_SMS_URL,
    headers: raw.PONTIC_SMS_HEADERS,
    body: raw.PONTIC_SMS_BODY,
    accepted: raw.PONTIC_SMS_ACCEPTED,
  }
}

function arrange(raw: Raw): Config {
  const publicUrl = (raw.PONTIC_PUBLIC_URL ?? `http://127.0.0.1:${raw.PONTIC_PORT}`).replace(/\/$/, '')
  return {
    mode: raw.PONTIC_MODE,
    duty: raw.PONTIC_ROLE,
    host: raw.PONTIC_HOST,
    port: raw.PONTIC_PORT,
    allowsStrangers: raw.PONTIC_DEMO_PUBLIC,
    publicUrl,
    trustedProxies: raw.PONTIC_TRUSTED_PROXIES.split(',')
      .map((one) => one.trim())
      .filter(Boolean),
    dataFolder: raw.PONTIC_DATA,
    databaseUrl: raw.PONTIC_DATABASE_URL,
    databaseOwnerUrl: raw.PONTIC_DATABASE_OWNER_URL,
    databaseConnections: raw.PONTIC_DATABASE_CONNECTIONS,
    secretKey: raw.PONTIC_SECRET_KEY || demoSecretKey,
    encryptionKey: raw.PONTIC_ENCRYPTION_KEY || raw.PONTIC_SECRET_KEY,
    smtpUrl: raw.PONTIC_SMTP_URL,
    mailFrom: raw.PONTIC_MAIL_FROM || `Pontic <no-reply@${new URL(publicUrl).hostname}>`,
    smsGateway: raw.PONTIC_SMS_URL ? gatewayOf(raw) : undefined,
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
  }
}
