import { Email, variantNames } from '@pontic/contract'
import * as z from 'zod/mini'
import { backupSettings } from './backup-settings.ts'
import {
  gatewayAddress,
  headerTable,
  locationPath,
  mailServerAddress,
  pageAddress,
  port,
  text,
  webAddress,
  yesOrNo,
} from './config-values.ts'
import { databaseSettings } from './database-settings.ts'
import { nodeSettings, type SettingRow } from './node-settings.ts'
import { storageSettings } from './storage-settings.ts'

/** Modes of an installation (rules §15). */
export const modes = ['demo', 'production'] as const

/**
 * All settings. Each is an environment variable with its schema, its default, and its description for the generated
 * documentation. An empty variable counts as missing.
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
    description: 'What this node does: serve requests, run jobs, or both.',
  },
  PONTIC_VARIANT: {
    schema: z.enum(variantNames),
    default: 'full',
    description:
      'Languages of the portal: full (all), japan (Japanese only), or core (without Kazakh, Kyrgyz and Uzbek). The build of the web app reads the same variable.',
  },
  PONTIC_TERMS_URL: {
    schema: pageAddress,
    default: undefined,
    description:
      'Address of your terms of use. The foot of every page links to it. {language} is replaced by the language of the page.',
  },
  PONTIC_PRIVACY_URL: {
    schema: pageAddress,
    default: undefined,
    description:
      'Address of your privacy policy. The foot of every page links to it. {language} is replaced by the language of the page.',
  },
  PONTIC_IMPRINT_URL: {
    schema: pageAddress,
    default: undefined,
    description:
      'Address of your legal notice (variants full and core). The foot of every page links to it. {language} is replaced by the language of the page.',
  },
  PONTIC_COMMERCE_URL: {
    schema: pageAddress,
    default: undefined,
    description:
      'Address of the disclosure under the Act on Specified Commercial Transactions (variant japan). The foot of every page links to it. {language} is replaced by the language of the page.',
  },
  PONTIC_HOST: { schema: text, default: '127.0.0.1', description: 'Address to listen on.' },
  PONTIC_PORT: { schema: port, default: '8080', description: 'Port to listen on.' },
  PONTIC_DEMO_PUBLIC: {
    schema: yesOrNo,
    default: 'no',
    description: 'Whether the demo may listen on addresses other than 127.0.0.1.',
  },
  PONTIC_PUBLIC_URL: {
    schema: webAddress,
    default: undefined,
    description:
      'Public address of the portal, such as https://cases.example.com. The only origin of links in mails.',
  },
  PONTIC_TRUSTED_PROXIES: {
    schema: text,
    default: '',
    description:
      'Addresses or networks of reverse proxies whose X-Forwarded-For is trusted, separated by commas.',
  },
  PONTIC_PROXY_FILES: {
    schema: z.union([z.literal(''), locationPath]),
    default: '',
    description:
      'Internal location of nginx that serves the folder storage/files in PONTIC_DATA, such as /stored-files/ in deploy/nginx.conf. nginx then sends the bytes of each download that comes through one of PONTIC_TRUSTED_PROXIES (X-Accel-Redirect). The portal checks access when a download starts, but cannot abort it later.',
  },
  PONTIC_DATA: { schema: text, default: './data', description: 'Folder for uploaded files.' },
  ...storageSettings,
  ...databaseSettings,
  PONTIC_SECRET_KEY: {
    schema: text,
    default: '',
    secret: true,
    description:
      'Key that signs preview links, cookies of known devices and six-digit codes, and from which codes of captchas are derived: at least 32 characters, the same on all nodes.',
  },
  PONTIC_ENCRYPTION_KEY: {
    schema: text,
    default: '',
    secret: true,
    description:
      'Key that encrypts stored secrets, such as those of two-factor sign-in: at least 32 characters, the same on all nodes; PONTIC_SECRET_KEY by default. A demo creates one in its data folder. docs/operations/rotate-keys.md says how to change it.',
  },
  PONTIC_ENCRYPTION_KEY_BEFORE: {
    schema: text,
    default: '',
    secret: true,
    description:
      'Previous value of PONTIC_ENCRYPTION_KEY: secrets that it has encrypted, and recovery codes, remain valid. The command reencrypt encrypts them with the present key.',
  },
  PONTIC_SMTP_URL: {
    schema: z.union([z.literal(''), mailServerAddress]),
    default: '',
    secret: true,
    description:
      'Mail server, such as smtps://user:password@mail.example.com:465, or smtp:// for a server without TLS or with STARTTLS. Characters such as @, / and # in user and password are percent-encoded (%40, %2F, %23).',
  },
  PONTIC_MAIL_FROM: {
    schema: text,
    default: '',
    description: 'Sender of mails; by default no-reply@ the host of PONTIC_PUBLIC_URL.',
  },
  PONTIC_SMS_URL: {
    schema: z.union([z.literal(''), gatewayAddress]),
    default: '',
    secret: true,
    description:
      'URL of an SMS gateway, such as https://sms.example.com/send; {to} (+447700900123), {digits} (without the plus sign) and {text} are replaced. Without it no SMS are sent; the demo shows them at /dev/sms.',
  },
  PONTIC_SMS_HEADERS: {
    schema: headerTable,
    default: '{}',
    secret: true,
    description:
      'Headers of the call to the SMS gateway as a JSON object, such as {"Authorization":"Bearer …","Content-Type":"application/json"}. The content type determines how values are escaped in the body.',
  },
  PONTIC_SMS_BODY: {
    schema: text,
    default: '',
    description:
      'Body of the call to the SMS gateway, such as {"to":"{to}","body":"{text}"}. Without a body the call is a GET.',
  },
  PONTIC_SMS_ACCEPTED: {
    schema: text,
    default: '',
    description:
      'Text that the response of the SMS gateway contains if it accepted the message. By default any 2xx response counts as accepted.',
  },
  PONTIC_PUSH_PRIVATE: {
    schema: yesOrNo,
    default: 'no',
    description:
      'Whether browser notifications may be sent to push services at private addresses and over plain HTTP, for an installation with its own push service.',
  },
  PONTIC_ALLOW_PRIVATE_ADDRESSES: {
    schema: yesOrNo,
    default: 'no',
    description:
      'Whether push and pull settings may name peers at private addresses, on this machine, and over plain HTTP, for an installation with peers in its own network.',
  },
  PONTIC_TRANSFER_FOLDER: {
    schema: text,
    default: '',
    description:
      'Root folder of push and pull settings of the kind folder, the same on all nodes. Without it, that kind is not available.',
  },
  PONTIC_FIRST_ADMINISTRATOR: {
    schema: z.union([z.literal(''), Email]),
    default: '',
    description:
      'Email address of the first platform administrator; the first start on an empty database prints the sign-in link. By default admin@ the host of PONTIC_PUBLIC_URL.',
  },
  PONTIC_TOKEN_BY_QUERY: {
    schema: yesOrNo,
    default: 'yes',
    description: 'Whether GET /oauth/token answers.',
  },
  PONTIC_DOCS: { schema: yesOrNo, default: 'yes', description: 'Whether /docs and /openapi.json answer.' },
  ...nodeSettings,
  ...backupSettings,
} as const satisfies Record<string, SettingRow>
export type SettingName = keyof typeof settings

/** The rows of `settings` in their order, for the generated documentation. `initial`: the default value, or an empty string. */
export const settingsTable = Object.entries<SettingRow>(settings).map(([name, row]) => ({
  name,
  initial: row.default ?? '',
  isSecret: row.secret ?? false,
  summary: row.description,
}))

/** Values of the settings after parsing. */
export type ParsedSettings = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> }
