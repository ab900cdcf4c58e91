import * as z from 'zod/mini'
import { Done, Moment } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'
import { EmailCode, Reauthentication } from './session.ts'

/** State of a mailed link that works once. */
export const linkStates = ['open', 'used', 'expired'] as const
export type LinkState = (typeof linkStates)[number]

/** A change of address, as the link sent to the old address shows it. */
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
/** Calls for keeping or regaining control of an account. */
export const accountRecoveryRoutes = {
  'accounts.reauthenticate': {
    method: 'POST',
    path: '/accounts/reauthenticate',
    permission: 'account.write',
    waiting: true,
    allowsMissingTwoFactor: true,
    audit: 'session.reauthenticate',
    summary:
      'Prove the caller’s identity again, by password or passkey and the second factor, as at the token call; for 5 minutes this opens the calls that need a recent sign-in',
    body: Reauthentication,
    reply: z.strictObject({
      /** Start of the 5 minutes in which the calls are open. */
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
    summary: 'Read the change of address that a link to the old address undoes',
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
      'Restore the old address by the link mailed to it: ends all sessions, voids the password and mails a link to set another',
    body: z.strictObject({
      code: EmailCode,
    }),
    reply: Done,
    errors: ['account.code_invalid', 'link.used', 'link.expired'],
    example: { body: { code } },
  },
} as const satisfies RouteTable
