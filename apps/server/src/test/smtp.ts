import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** A mail server that accepts everything. */
export type MailServer = {
  /** `smtp://127.0.0.1:<port>` */
  url: string
  /** Message-IDs of the completely received mails in order, including duplicates. */
  received: () => readonly string[]
  /** From now on receives mails without acknowledging them until `acknowledge` is called. */
  pause: () => void
  /** Acknowledges all pending mails, and from now on each mail at once. */
  acknowledge: () => void
  close: () => Promise<void>
}

const greeting = '220 mail.test ready\r\n'
const endOfMail = '\r\n.\r\n'
const answers: Readonly<Record<string, string>> = {
  DATA: '354 go on\r\n',
  QUIT: '221 bye\r\n',
}
const accepted = '250 taken\r\n'

/** Opens a mail server on a free port. */
export async function openMailServer(): Promise<MailServer> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  let waiting: Socket[] | undefined
  const receive = (socket: Socket, mail: string) => {
    received.push(/^message-id: *(\S+)/im.exec(mail)?.[1] ?? '')
    if (waiting) waiting.push(socket)
    else socket.write(accepted)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A killed client resets its connection.
    socket.on('error', () => undefined)
    socket.setEncoding('utf8')
    socket.write(greeting)
    socket.on('data', parseDialogue(socket, receive))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: () => received,
    pause: () => {
      waiting ??= []
    },
    acknowledge: () => {
      for (const socket of waiting ?? []) socket.write(accepted)
      waiting = undefined
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Parses one command per line. After DATA, everything up to a line with only a dot is one mail. */
function parseDialogue(socket: Socket, receive: (socket: Socket, mail: string) => void) {
  let text = ''
  let isMail = false
  return (chunk: string) => {
    text += chunk
    for (;;) {
      const end = isMail ? endOfMail : '\r\n'
      const at = text.indexOf(end)
      if (at < 0) return
      const part = text.slice(0, at)
      text = text.slice(at + end.length)
      if (isMail) receive(socket, part)
      else socket.write(answers[part.slice(0, 4).toUpperCase()] ?? '250 OK\r\n')
      isMail = !isMail && part.toUpperCase() === 'DATA'
    }
  }
}
