/** One mail. `messageId` is the same at every try, so that a receiver can recognize a repeat. */
export type Mail = {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  /** URLs in the mail, for the development mailbox. */
  links: readonly string[]
}

/** Interface of the implementations that send mails. */
export type Mailer = {
  /** Resolves when the SMTP server has accepted the mail. Rejects otherwise, and the job is repeated. */
  send: (mail: Mail) => Promise<void>
  /** Whether mails are really sent; false for the development mailbox. */
  isReal: boolean
  /** Whether the SMTP server accepts a connection and the sign-in within a few seconds. */
  isReachable: () => Promise<boolean>
  close: () => Promise<void>
}
