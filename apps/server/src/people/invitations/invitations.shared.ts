import { limits } from '@pontic/contract'

/** Returns when an invitation that was created at `from` expires: after seven days. */
export const invitationExpiry = (from: string | Date): Date =>
  new Date(new Date(from).getTime() + limits.invitationDays * 86_400_000)

/**
 * Returns the path of an invitation's link. The code is in the URL fragment, so that no log of a server contains it.
 */
export const invitationLink = (code: string): string => `/invitation#code=${code}`
