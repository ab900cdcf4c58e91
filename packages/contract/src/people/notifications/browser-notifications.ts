import * as z from 'zod/mini'
import { Done } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'

const bytes = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), 'pattern'))

/** URL of a push service, from the browser’s subscription. @example "https://push.example/send/4f2a" */
export const PushEndpoint = z.string().check(
  z.maxLength(1_000, 'too_long'),
  z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'pattern'),
)

/**
 * Routes of browser notifications (RFC 8030 §5, RFC 8291 §4, RFC 8292 §2), which a browser shows even while no page is open.
 */
export const browserNotificationRoutes = {
  'push.get': {
    method: 'GET',
    path: '/notifications/push',
    permission: 'notification.read',
    audit: { none: 'Reads the key that browsers subscribe with.' },
    summary:
      'Get the key (base64url) with which a browser subscribes, and whether this session is subscribed',
    reply: z.strictObject({
      /** Public key of the server (VAPID). @example "BNcRd" */
      publicKey: z.string(),
      /** Whether this session is subscribed. */
      isOn: z.boolean(),
    }),
    errors: [],
  },
  'push.subscribe': {
    method: 'PUT',
    path: '/notifications/push',
    permission: 'notification.write',
    audit: { none: 'Sets a display preference of the caller’s browser.' },
    summary: 'Subscribe the browser of this session to notifications until the session ends',
    body: z.strictObject({
      endpoint: PushEndpoint,
      /** Key `p256dh` of the subscription. @example "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" */
      publicKey: bytes(87),
      /** Key `auth` of the subscription. @example "AAAAAAAAAAAAAAAAAAAAAA" */
      secret: bytes(22),
    }),
    reply: Done,
    errors: ['request.invalid'],
  },
  'push.unsubscribe': {
    method: 'DELETE',
    path: '/notifications/push',
    permission: 'notification.write',
    audit: { none: 'Sets a display preference of the caller’s browser.' },
    summary: 'End the subscription of this session’s browser',
    reply: Done,
    errors: [],
  },
} as const satisfies RouteTable
