import { connect as connectTo, createServer, type Socket } from 'node:net'

/** A bound value of a statement in PostgreSQL's text format. */
export type Value = string | null

/** A statement sent to PostgreSQL. */
export type Statement = { text: string; values: Value[] }

/** A proxy between a program and PostgreSQL. It records the statements that the program sends. */
export type Recorder = {
  /** Connection URL for the program. */
  url: string
  /** Returns the statements that were recorded since the last call of `take`. */
  take: () => Statement[]
  close: () => void
}

const startupSizeMin = 8

/** Starts a recorder in front of the PostgreSQL at this URL. */
export async function startRecorder(databaseUrl: string): Promise<Recorder> {
  const target = new URL(databaseUrl)
  let found: Statement[] = []
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connectTo(Number(target.port), target.hostname)
    const read = readerOf((statement) => void found.push(statement))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (chunk: Buffer) => {
      read(chunk)
      far.write(chunk)
    })
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port), search: '' }).href,
    take: () => {
      const taken = found
      found = []
      return taken
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Returns a function that parses the Parse, Bind and Query messages of a program (PostgreSQL documentation, "Message Formats"). */
function readerOf(onStatement: (statement: Statement) => void): (chunk: Buffer) => void {
  const texts = new Map<string, string>()
  let pending = Buffer.alloc(0)
  let hasStarted = false
  return (chunk) => {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      const headBytes = hasStarted ? 5 : 4
      if (pending.length < (hasStarted ? headBytes : startupSizeMin)) return
      const sizeBytes = pending.readInt32BE(headBytes - 4) + headBytes - 4
      if (pending.length < sizeBytes) return
      const message = pending.subarray(headBytes, sizeBytes)
      if (hasStarted) readMessage(String.fromCharCode(pending[0] ?? 0), message, texts, onStatement)
      hasStarted = true
      pending = pending.subarray(sizeBytes)
    }
  }
}

function readMessage(
  type: string,
  message: Buffer,
  texts: Map<string, string>,
  onStatement: (statement: Statement) => void,
): void {
  const fields = new Fields(message)
  if (type === 'Q') onStatement({ text: fields.text(), values: [] })
  if (type === 'P') {
    const name = fields.text()
    texts.set(name, fields.text())
  }
  if (type === 'B') {
    fields.text()
    const text = texts.get(fields.text()) ?? ''
    onStatement({ text, values: fields.values() })
  }
}

class Fields {
  #at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }

  values(): Value[] {
    const formats = Array.from({ length: this.#int16() }, () => this.#int16())
    return Array.from({ length: this.#int16() }, (_, index) => {
      const sizeBytes = this.#bytes.readInt32BE(this.#at)
      this.#at += 4
      if (sizeBytes < 0) return null
      const bytes = this.#bytes.subarray(this.#at, this.#at + sizeBytes)
      this.#at += sizeBytes
      // pg sends bytea in binary format. It is recorded in text format, which other programs can send.
      const isBinary = (formats.length === 1 ? formats[0] : formats[index]) === 1
      return isBinary ? `\\x${bytes.toString('hex')}` : bytes.toString('utf8')
    })
  }

  #int16(): number {
    this.#at += 2
    return this.#bytes.readInt16BE(this.#at - 2)
  }
}
