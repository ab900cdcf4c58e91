import * as z from 'zod/mini'
import { Email, Id, line } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'

/** Purposes of a captcha: `login` after failed sign-ins, `availability` after several checks of addresses or names. */
export const captchaPurposes = ['login', 'availability'] as const
export type CaptchaPurpose = (typeof captchaPurposes)[number]

/** Kinds of captchas: a picture, or a mailed code for people who cannot see it (rules §3). */
export const captchaKinds = ['graphic', 'mail'] as const
export type CaptchaKind = (typeof captchaKinds)[number]

/** Text of the picture or code from the mail; blanks and case are ignored. @example "W7K4P" */
export const CaptchaCode = line(1, 20)

/** Answer to a captcha, required after `captcha.required`. The token call has the fields `code_id` and `code` instead. */
export const CaptchaAnswer = z.strictObject({
  codeId: Id,
  /** Text of the picture or code from the mail. */
  code: CaptchaCode,
})
export type CaptchaAnswer = z.output<typeof CaptchaAnswer>

/** Routes of /accounts/code (rules §3 and §4). */
export const captchaRoutes = {
  'captcha.create': {
    method: 'POST',
    path: '/accounts/code',
    permission: 'public',
    audit: { none: 'Creates a captcha that expires in minutes.' },
    summary: 'Request a captcha: a picture, or a code by mail for people who cannot see it',
    body: z.strictObject({
      /** Call for which the answer is valid. */
      purpose: z.enum(captchaPurposes),
      kind: z.enum(captchaKinds),
      /** Address that gets the code, for the kind `mail`. */
      email: z.optional(Email),
    }),
    reply: z.strictObject({
      codeId: Id,
      kind: z.enum(captchaKinds),
      /** Seconds until it expires. @example 300 */
      expiresInSeconds: z.int(),
    }),
    errors: ['request.too_many'],
    example: {
      body: { purpose: 'login', kind: 'graphic' },
    },
  },
  'captcha.picture': {
    method: 'GET',
    path: '/accounts/code/:id',
    permission: 'public',
    audit: { none: 'Reads the picture of a captcha.' },
    summary: 'Download the picture of a captcha as PNG',
    params: z.strictObject({ id: Id }),
    reply: 'stream',
    errors: ['captcha.not_found', 'request.too_many'],
  },
} as const satisfies RouteTable
