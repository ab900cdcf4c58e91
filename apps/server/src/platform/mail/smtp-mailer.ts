import type { Mailer } from './mailer.ts'

/**
 * Mails by SMTP, over a few connections that stay open.
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
        // An object is never parsed: no comma or bracket in an address becomes a second recipient.
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

/** The library is read at the first mail: most nodes send none, and start sooner without it. */
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

/** Connects, greets and signs in, on a connection of its own, and sends nothing. */
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
