import { Circuit } from '../circuit.ts'
import type { Mailer } from './mailer.ts'

/** A silent server fails a mail after these times. The defaults of the library are up to ten minutes, in which a job blocks others. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

/**
 * Creates a mailer that sends by SMTP over a few persistent connections. While the server does not answer, mails fail at once and one
 * in a few seconds tries, so that mails do not keep other jobs waiting.
 * @param url `smtp://` or `smtps://` with user and password
 * @param from sender, `Name <address>`
 */
export function openSmtpMailer(url: string, from: string): Mailer {
  let transport: ReturnType<typeof openTransport> | undefined
  const circuit = new Circuit((lastFailure) => new Error(lastFailure))
  return {
    send: async (mail) => {
      transport ??= openTransport(url)
      const opened = await transport
      const message = {
        from,
        // An address object is not parsed, so a comma or bracket in an address cannot add a recipient.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
      }
      await circuit.run(() => opened.sendMail(message), isOfServer)
    },
    isReal: true,
    isReachable: async () => {
      const isReachable = await canReach(url)
      if (isReachable) circuit.close()
      return isReachable
    },
    close: async () => (await transport)?.close(),
  }
}

const serviceClosing = 421

/** Whether all mails fail, as opposed to one that the server refuses. */
function isOfServer(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return responseCode === undefined || responseCode === serviceClosing || code === 'EAUTH'
}

/** Imports the library at the first mail, because most nodes send none and start faster without it. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 3,
    ...timeouts,
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
