import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

/**
 * Mails by SMTP, over a few connections that stay open.
 * @param url `smtp://` or `smtps://` with user and password
 * @param from sender, `Name <address>`
 */
export function openSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail) => {
      await transport.sendMail({
        from,
        // An object is never parsed: no comma or bracket in an address becomes a second recipient.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: async () => transport.close(),
  }
}
