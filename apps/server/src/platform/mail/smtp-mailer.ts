import type { Mailer } from './mailer.ts'

/**
 * Creates a mailer that sends by SMTP over a few persistent connections.
 * @param url `smtp://` or `smtps://` with user and password
 * @param from sender, `Name <address>`
 */
export function openSmtpMailer(url: string, from: string): Mailer {
  let transport: ReturnType<typeof openTransport> | undefined
  return {
    send: async (mail) => {
      transport ??= openTransport(url)
      await (await transport).sendMail({
        from,
        // An address object is not parsed, so a comma or bracket in an address cannot add a recipient.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    isReal: true,
    isReachable: () => canReach(url),
    close: async () => (await transport)?.close(),
  }
}

/** Imports the library at the first mail, because most nodes send none and start faster without it. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 3,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const probeTimeoutMs = 4_000

/** Whether a separate connection can sign in to the SMTP server. It sends nothing. */
async function canReach(url: string): Promise<boolean> {
  const { createTransport } = await import('nodemailer')
  const probe = createTransport({
    url,
    connectionTimeout: probeTimeoutMs,
    greetingTimeout: probeTimeoutMs,
    socketTimeout: probeTimeoutMs,
    dnsTimeout: probeTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    return await probe.verify()
  } catch {
    return false
  } finally {
    probe.close()
  }
}
