/** One mail as it leaves. `messageId` is the same at every try, so that a receiver can tell a repeat. */
export type Mail = {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  /** Addresses in the mail, for the development mailbox. */
  links: readonly string[]
}

/** Where mails go. */
export type Mailer = {
  /** Resolves once the next station has taken the mail; throws otherwise and is called again. */
  send: (mail: Mail) => Promise<void>
  /** Whether mails are really sent; false for the mailbox of the demo mode. */
  isReal: boolean
  /** Whether the next station takes a connection and the sign-in now, within a few seconds. */
  isReachable: () => Promise<boolean>
  close: () => Promise<void>
}
