/** One server-sent event. */
export type ServerEvent = { event: string; data: string; id: string | undefined }

/**
 * Parses server-sent events from chunks of text (HTML §9.2.6). Supports multi-line data, comments, the line ends CR, LF and CRLF,
 * and a leading byte order mark.
 */
export class EventStreamParser {
  /** The last `retry:` value of the server, in ms. */
  retryMs: number | undefined
  readonly #listener: (event: ServerEvent) => void
  #rest = ''
  #isFirst = true
  #event = ''
  #data: string[] = []
  #id: string | undefined

  constructor(listener: (event: ServerEvent) => void) {
    this.#listener = listener
  }

  /** Parses the next chunk. @param text decoded text, which may start and end anywhere in a line */
  push(text: string): void {
    this.#rest += this.#isFirst ? text.replace(/^\ufeff/, '') : text
    if (this.#rest !== '') this.#isFirst = false
    // A CR at the end of a chunk may be the first half of a CRLF, so it is parsed with the next chunk.
    const lines = this.#rest.split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#read(line)
  }

  #read(line: string): void {
    const [, field = '', value = ''] = /^([^:]*)(?::\s?([\s\S]*))?$/.exec(line) ?? []
    if (line === '') this.#dispatch()
    else if (field === 'event') this.#event = value
    else if (field === 'data') this.#data.push(value)
    else if (field === 'id' && !value.includes('\0')) this.#id = value
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value)
  }

  #dispatch(): void {
    if (this.#data.length > 0)
      this.#listener({ event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id })
    this.#event = ''
    this.#data = []
  }
}
