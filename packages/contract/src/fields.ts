import * as z from 'zod/mini'
import { emailLengthMax, emailPattern } from './email.ts'
import { limits } from './limits.ts'
import { currentZoneName } from './time-zones.ts'

/** Keys of field messages. The texts are under `fields` in the messages package. */
export const fieldKeys = [
  'required',
  'two_characters',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'email',
  'pattern',
  'type',
  'choice',
  'unknown',
  'text',
  'date',
  'day_passed',
  'days_reversed',
  'organization_name',
  'password_length',
  'password_kinds',
  'password_repeat',
  'password_mismatch',
  'express_number',
  'url',
  'file_name',
  'organization_taken',
  'organization_chosen',
  'email_taken',
  'password_common',
  'password_wrong',
  'password_same',
  'password_inconsistent',
  'email_format',
  'email_same',
  'mobile',
  'six_digits',
  'time_zone',
  'code_wrong',
  'works_together',
  'not_neighbours',
  'tooth_without_work',
  'pontic_unlinked',
  'inlay_linked',
  'materials_differ',
  'fingerprint',
  'webhook_secret',
] as const
export type FieldKey = (typeof fieldKeys)[number]

// Characters that no text may contain: control characters, lone surrogates, bidirectional formatting
// characters, which can disguise names, and the byte order mark.
const unfitForText = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u
const lineBreaks = /[\n\t]/g

const fitsText = (value: string) => !unfitForText.test(value.replaceAll(lineBreaks, ''))
const isOneLine = (value: string) => value.search(lineBreaks) < 0

// Names and searches of fewer than two characters have a message of their own.
const shortKeys: Readonly<Record<number, FieldKey>> = { 2: 'two_characters' }
const notEmpty = (minLength: number, key: FieldKey) => z.minLength(Math.min(minLength, 1), key)

/**
 * Creates the schema of one line of text, which is trimmed and normalized to NFC. Control characters, lone
 * surrogates and bidirectional formatting characters are refused.
 * @param maxLength in UTF-16 units, like `maxlength` of the browser
 * @param emptyKey key of the message for an empty text
 */
export const line = (minLength: number, maxLength: number, emptyKey: FieldKey = 'required') =>
  z.string().check(
    z.trim(),
    z.normalize('NFC'),
    notEmpty(minLength, emptyKey),
    z.minLength(minLength, shortKeys[minLength] ?? 'too_short'),
    z.maxLength(maxLength, 'too_long'),
    z.refine((value) => fitsText(value) && isOneLine(value), 'text'),
  )

/** Creates the schema of a text that may have several lines, with the same checks as `line`. CRLF becomes LF. */
export const paragraph = (minLength: number, maxLength: number) =>
  z.string().check(
    z.overwrite((value) => value.replaceAll('\r\n', '\n')),
    z.trim(),
    z.normalize('NFC'),
    notEmpty(minLength, 'required'),
    z.minLength(minLength, 'too_short'),
    z.maxLength(maxLength, 'too_long'),
    z.refine(fitsText, 'text'),
  )

/** Id of an object: a UUID of version 7 (rules §2). @example "0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f" */
export const Id = z.uuid('pattern')

/**
 * An email address. The server trims it and changes it to lower case (requirement 5.generic.email).
 * @example "alice@brookside.example"
 */
export const Email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.normalize('NFC'),
    z.maxLength(emailLengthMax, 'too_long'),
    z.regex(emailPattern, 'email'),
  )

/**
 * A mobile number in international form (E.164); blanks, hyphens, dots and brackets are removed.
 * @example "+447700900123"
 */
export const MobileNumber = z.string().check(
  z.overwrite((value) => value.replace(/[\s().-]/g, '').replace(/^00/, '+')),
  z.regex(/^\+[1-9]\d{6,14}$/, 'mobile'),
)

/** Six digits; blanks are removed. @example "492039" */
export const TypedCode = z.string().check(
  z.overwrite((value) => value.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, 'six_digits'),
)

function resolveZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * Name of a time zone in the IANA database. A former name is replaced by the current one; an offset is refused.
 * @example "Europe/London"
 */
export const TimeZone = z.string().check(
  z.maxLength(64, 'too_long'),
  z.overwrite((name) => currentZoneName(resolveZone(name) ?? name)),
  z.refine(
    (name) => /^[A-Z][\w+-]*(?:\/[\w+-]+)*$/i.test(name) && resolveZone(name) !== undefined,
    'time_zone',
  ),
)

/**
 * Digest of a password, computed by the client: 64 hex digits (rules §3).
 * @example "5f0c0f3a6c1d9b4f7c6f1f60e2b6a0d2c9f0c3f6a2f0d7c4b1e8a95d3c7b6a10"
 */
export const PasswordDigest = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'pattern'))

/** A calendar day, `YYYY-MM-DD`, in the years 1900 to 2199. @example "2026-12-04" */
export const Day = z.iso.date('date').check(z.refine((day) => day >= '1900' && day < '2200', 'date'))

/** A time in a reply: UTC, ISO 8601 with three or six decimals of a second. @format date-time */
export const Time = z.string()

/** A time in UTC, ISO 8601. */
export const Moment = z.iso.datetime()

/**
 * Name of an organization: 2 to 100 characters, none of `+ * # % & \ / : ? " < > |` (requirement
 * 5.organization.characters).
 * @example "Brookside Dental"
 */
export const OrganizationName = line(2, 100).check(z.regex(/^[^+*#%&\\/:?"<>|]*$/, 'organization_name'))

/**
 * Tracking number of a parcel: 10 to 20 letters or digits; blanks and hyphens are removed (requirement
 * 5.express, rules §5).
 * @example "1Z999AA10123456784"
 */
export const ExpressNumber = z.string().check(
  z.overwrite((value) => value.replace(/[\s-]/g, '').toUpperCase()),
  z.regex(
    new RegExp(`^[0-9A-Z]{${limits.expressNumberLengthMin},${limits.expressNumberLengthMax}}$`),
    'express_number',
  ),
)

const websiteLengthMax = 300
const beginsWithHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/:?#]|$)/u

function isWebsite(text: string): boolean {
  if (text === '') return true
  if (/\s/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  const isPlain = username === '' && password === '' && !text.includes('@')
  return (protocol === 'https:' || protocol === 'http:') && isPlain && hostname.includes('.')
}

/**
 * URL of a website with http or https and without credentials, at most 300 characters; may be empty. The server adds a
 * missing `https://` (threat T37).
 * @example "https://brookside.example"
 */
export const WebsiteUrl = z.string().check(
  z.trim(),
  z.overwrite((text) => (beginsWithHost.test(text) ? `https://${text}` : text)),
  z.maxLength(websiteLengthMax, 'too_long'),
  z.regex(/^(https?:\/\/.+)?$/i, 'url'),
  z.refine(isWebsite, 'url'),
)

/** A SHA-256 in hex. @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" */
export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'pattern'))

/** Position of a page in its list. */
export const PageInfo = z.strictObject({
  /** Number of rows of the list; with filters, at most 10,000. */
  total: z.int(),
  /** False if the list may have more rows than `total`. */
  totalIsExact: z.boolean(),
  /** Number of the page, from 1. */
  page: z.int(),
  /** Maximum number of rows of a page. @example 20 */
  pageSize: z.int(),
  /** Cursor of the next page, null on the last page. @example null */
  cursor: z.nullable(z.string()),
})

/** Creates the schema of a page of a list. */
export const pageOf = <S extends z.ZodMiniType>(row: S) =>
  z.strictObject({
    /** Rows. */
    list: z.array(row),
    ...PageInfo.shape,
  })

/** Search words. Listed rows match all of them; an empty text lists all rows. @example "" */
export const SearchWords = z._default(line(0, 100), '')

/** Paging fields of the body of a list. */
export const paging = {
  /** Cursor that the previous page returned; the first page if omitted. */
  cursor: z.optional(z.string().check(z.maxLength(500, 'too_long'))),
  /** Number of the page. */
  page: z._default(z.int().check(z.minimum(1, 'too_small'), z.maximum(1_000_000, 'too_large')), 1),
  /** Rows of a page. */
  pageSize: z._default(
    z.int().check(z.minimum(1, 'too_small'), z.maximum(limits.pageSizeMax, 'too_large')),
    limits.pageSizeDefault,
  ),
}

/** Creates a check that refuses a range of days if `to` is before `from`. The message belongs to the field `from`. */
export const daysInOrder = (from: string, to: string) =>
  z.refine(
    (range: unknown) => {
      const days = range as Readonly<Record<string, unknown>>
      const [first, last] = [days[from], days[to]]
      return typeof first !== 'string' || typeof last !== 'string' || first <= last
    },
    { message: 'days_reversed', path: [from] },
  )

/** Returns the message key for a repeated password that differs from the password; undefined if both are equal. */
export function repeatedPasswordKey(password: string, repeated: string): FieldKey | undefined {
  if (password === repeated) return undefined
  return repeated === '' ? 'password_repeat' : 'password_mismatch'
}

/** A reply without contents. */
export const Done = z.strictObject({
  /** Always true. */
  done: z.literal(true),
})

type Issue = {
  code?: string | undefined
  message?: string | undefined
  path?: readonly PropertyKey[] | undefined
  keys?: readonly string[]
  input?: unknown
}

/**
 * Maps the issues of a refused input to field messages.
 * @returns dotted path → key of the message (`fields.*`); unknown keys have an entry of their own
 */
export function fieldMessages(issues: readonly Issue[]): Record<string, FieldKey> {
  const found: Record<string, FieldKey> = {}
  for (const issue of issues) {
    const path = (issue.path ?? []).map(String)
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys ?? []) found[[...path, key].join('.')] ??= 'unknown'
    } else found[path.join('.')] ??= keyOfIssue(issue)
  }
  return found
}

/** Whether an issue reports a missing field. The issue must come from a parse with `reportInput`. */
function isMissing({ code, input, path = [], ...issue }: Issue): boolean {
  if (code === 'invalid_union' && typeof input === 'object' && input !== null) {
    // If the discriminator of a union is missing, the input of the issue is the object that should contain it.
    return (
      'discriminator' in issue && (input as Record<PropertyKey, unknown>)[path.at(-1) ?? ''] === undefined
    )
  }
  return input === undefined || input === null
}

function keyOfIssue(issue: Issue): FieldKey {
  if ('input' in issue && isMissing(issue)) return 'required'
  const known = fieldKeys.find((key) => key === issue.message)
  if (known) return known
  if (issue.code === 'invalid_type')
    return issue.input === undefined || issue.input === null ? 'required' : 'type'
  if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return 'choice'
  return 'pattern'
}

/**
 * Parses an input by its schema. Server and web app parse all bodies, queries and forms with this function.
 * @returns the parsed value, or the field messages
 */
export function readInput<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
): { isValid: true; value: z.output<S> } | { isValid: false; fields: Record<string, FieldKey> } {
  const result = schema.safeParse(input, { reportInput: true })
  if (result.success) return { isValid: true, value: result.data }
  return { isValid: false, fields: fieldMessages(result.error.issues as readonly Issue[]) }
}

/** Counts the kinds of characters in a password (letters, digits, symbols), 0–3. */
export function passwordKinds(password: string): number {
  return [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
}

/** A new password as typed: 8–20 characters of at least two kinds (requirement 5.password.new). Only its digest is sent. */
export const NewPassword = z.string().check(
  z.minLength(limits.passwordLengthMin, 'password_length'),
  z.maxLength(limits.passwordLengthMax, 'password_length'),
  z.refine((value) => passwordKinds(value) >= limits.passwordKindsMin, 'password_kinds'),
)
