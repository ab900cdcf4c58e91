import * as z from 'zod/mini'
import { Done, Moment } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'
import { EmailCode, Reauthentication } from './session.ts'

/** States of a mailed link that works once. */
export const linkStates = ['open', 'used', 'expired'] as const
export type LinkState = (typeof linkStates)[number]

/** A change of the email address, as shown by the link that was mailed to the old address. */
export const EmailUndo = z.strictObject({
  /** Whether the link still works. */
  state: z.enum(linkStates),
  /** The old address. @example "alice@brookside.example" */
  email: z.string(),
  /** The new address. @example "alice@example.com" */
  newEmail: z.string(),
  changedAt: Moment,
  /** Until when the change can be undone. */
  expiresAt: Moment,
})
export type EmailUndo = z.output<typeof EmailUndo>

const code = 'q7hE2m0dYbXk3s9TzR4uVwA6cPf8iLnJ1oG5tKxMvB2'
/** Routes for re-authentication and for undoing a change of the email address. */
export const accountRecoveryRoutes = {
  'accounts.reauthenticate': {
    method: 'POST',
    path: '/accounts/reauthenticate',
    permission: 'account.write',
    waiting: true,
    allowsMissingTwoFactor: true,
    audit: 'session.reauthenticate',
    summary:
      'Re-authenticate by password or passkey, with the second factor; allows the calls that need a recent sign-in for 5 minutes',
    body: Reauthentication,
    reply: z.strictObject({
      /** Time of the proof, which is valid for 5 minutes. */
      authenticatedAt: Moment,
    }),
    errors: [
      'session.invalid_request',
      'account.wrong_password',
      'session.locked',
      'session.password_too_simple',
      'session.mfa_required',
      'session.mfa_expired',
      'session.second_factor_wrong',
      'session.passkey_refused',
      'captcha.required',
      'captcha.wrong',
    ],
    example: {
      body: { password: '5f0c0f3a6c1d9b4f7c6f1f60e2b6a0d2c9f0c3f6a2f0d7c4b1e8a95d3c7b6a10' },
    },
  },
  'accounts.readEmailUndo': {
    method: 'POST',
    path: '/accounts/readEmailUndo',
    permission: 'public',
    reads: true,
    summary: 'Get the change of the email address that a link in the mail to the old address undoes',
    body: z.strictObject({
      code: EmailCode,
    }),
    reply: EmailUndo,
    errors: ['account.code_invalid'],
    example: {
      body: { code },
    },
  },
  'accounts.undoEmailChange': {
    method: 'POST',
    path: '/accounts/undoEmailChange',
    permission: 'public',
    audit: ['accounts.undoEmailChange', 'keys.revoke'],
    summary:
      'Restore the old email address with the link mailed to it: all sessions end, the password is deleted, and a link to set a new one is mailed',
    body: z.strictObject({
      code: EmailCode,
    }),
    reply: Done,
    errors: ['account.code_invalid', 'link.used', 'link.expired'],
    example: { body: { code } },
  },
} as const satisfies RouteTable
