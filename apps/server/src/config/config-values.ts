import * as z from 'zod/mini'
import type { SmsGateway } from '../platform/sms/gateway-sms-sender.ts'
import type { S3Settings } from '../platform/storage/s3-client.ts'

/** Any text. */
export const text = z.string()

/** A TCP port. The system chooses a free port for 0. */
export const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))

/** A host and a TCP port, such as `127.0.0.1:9464` or `[::1]:9464`. */
export const listenAddress = z.pipe(
  z.string().check(
    z.regex(/^(?:\[[\da-f:]+\]|[\w.-]+):\d{1,5}$/i),
    z.refine((value) => portOf(value) <= 65_535),
  ),
  z.transform((value) => ({
    host: value.slice(0, value.lastIndexOf(':')).replace(/^\[|\]$/g, ''),
    port: portOf(value),
  })),
)

const portOf = (address: string) => Number(address.slice(address.lastIndexOf(':') + 1))

/** URL of a collector: http or https, with any path. */
export const collectorAddress = z
  .string()
  .check(z.refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? '')))

/** URL of a mail server: smtp or smtps, with a host. */
export const mailServerAddress = z.string().check(
  z.refine((value) => {
    const url = URL.parse(value)
    return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
  }),
)

/** An integer from `minimum` to 10,000. */
export const count = (minimum: number) =>
  z.coerce.number().check(z.int(), z.minimum(minimum), z.maximum(10_000))

/** A path with a slash at its start and end, such as `/stored-files/`. */
export const locationPath = z.string().check(z.regex(/^\/(?:[\w-]+\/)+$/))

/** Beginning of keys in a bucket: empty, or parts that each end with a slash, such as `pontic/`. */
export const keyPrefix = z.string().check(z.regex(/^(?:[\w.-]+\/)*$/))

/** `yes` or `no`, parsed to a boolean. */
export const yesOrNo = z.pipe(
  z.enum(['yes', 'no']),
  z.transform((value) => value === 'yes'),
)

/** URL of a site: http or https, without path, query and fragment. */
export const webAddress = z.string().check(
  z.refine((value) => {
    const url = URL.parse(value)
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.pathname === '/' &&
      url.search === '' &&
      url.hash === ''
    )
  }),
)

/** HTTP or HTTPS URL of a page. It may contain `{language}`, which is replaced by the reader's language, such as `de_DE`. */
export const pageAddress = z
  .string()
  .check(
    z.refine((value) => /^https?:$/.test(URL.parse(value.replaceAll('{language}', 'en_US'))?.protocol ?? '')),
  )

/**
 * HTTPS URL of an SMS gateway, or an HTTP URL on 127.0.0.1. Each placeholder is replaced by `0` before validation, because
 * braces are not valid in a URL.
 */
export const gatewayAddress = z.string().check(
  z.refine((value) => {
    const url = URL.parse(value.replace(/\{(to|digits|text)\}/g, '0'))
    return (
      url !== null &&
      (url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === '127.0.0.1'))
    )
  }),
)

// Returns undefined for invalid JSON, so that the schema of the headers rejects it.
function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** HTTP headers as a JSON object. The values are printable ASCII. */
export const headerTable = z.pipe(
  z.pipe(z.string(), z.transform(parseJson)),
  z.record(z.string().check(z.regex(/^[\w-]+$/)), z.string().check(z.regex(/^[\x20-\x7e]*$/))),
)

type S3Values = Record<
  | 'PONTIC_S3_BUCKET'
  | 'PONTIC_S3_REGION'
  | 'PONTIC_S3_PREFIX'
  | 'PONTIC_S3_ACCESS_KEY'
  | 'PONTIC_S3_SECRET_KEY'
  | 'PONTIC_S3_KMS_KEY',
  string
> & {
  PONTIC_S3_ENDPOINT: string | undefined
  PONTIC_S3_PUBLIC_ENDPOINT: string | undefined
  PONTIC_S3_PATH_STYLE: boolean
  PONTIC_S3_REDIRECT: boolean
  PONTIC_S3_ENCRYPTION: 'none' | 'AES256' | 'aws:kms'
  PONTIC_S3_TIMEOUT: number
}

/** Returns the bucket of the settings. */
export const s3SettingsOf = (raw: S3Values): S3Settings => ({
  endpoint: raw.PONTIC_S3_ENDPOINT,
  publicEndpoint: raw.PONTIC_S3_PUBLIC_ENDPOINT,
  region: raw.PONTIC_S3_REGION,
  bucket: raw.PONTIC_S3_BUCKET,
  prefix: raw.PONTIC_S3_PREFIX,
  credentials: raw.PONTIC_S3_ACCESS_KEY
    ? { accessKeyId: raw.PONTIC_S3_ACCESS_KEY, secretAccessKey: raw.PONTIC_S3_SECRET_KEY }
    : undefined,
  isPathStyle: raw.PONTIC_S3_PATH_STYLE,
  encryption: raw.PONTIC_S3_ENCRYPTION === 'none' ? undefined : raw.PONTIC_S3_ENCRYPTION,
  kmsKey: raw.PONTIC_S3_KMS_KEY || undefined,
  redirects: raw.PONTIC_S3_REDIRECT,
  timeoutMs: raw.PONTIC_S3_TIMEOUT * 1000,
})

type SmsValues = Record<'PONTIC_SMS_URL' | 'PONTIC_SMS_BODY' | 'PONTIC_SMS_ACCEPTED', string> & {
  PONTIC_SMS_HEADERS: SmsGateway['headers']
}

/** Returns the SMS gateway of the settings. */
export const smsGatewayOf = (raw: SmsValues): SmsGateway => ({
  url: raw.PONTIC_SMS_URL,
  headers: raw.PONTIC_SMS_HEADERS,
  body: raw.PONTIC_SMS_BODY,
  accepted: raw.PONTIC_SMS_ACCEPTED,
})
