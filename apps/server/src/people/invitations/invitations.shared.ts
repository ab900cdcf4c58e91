import { limits } from '@pontic/contract'

/** When an invitation created at `from` expires: after seven days. */
export const invitationEnd = (from: string | Date): Date =>
  new Date(new Date(from).getTime() + limits.invitationDays * 86_400_000)

/**
 * Path of an invitation's link. The secret is in the URL fragment, so that it never appears in a log of the server or a proxy.
 */
export const invitationLink = (code: string): string => `/invitation#code=${code}`
