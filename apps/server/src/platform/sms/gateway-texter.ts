import type { Sms, Texter } from './texter.ts'

/**
 * How a gateway wants to be asked. `{to}` (`+447700900123`), `{digits}` (without the plus sign) and `{text}` stand for
 * what is sent, in the address and in the body.
 */
export type SmsGateway = {
  url: string
  /** Sent as they are; `content-type` says how the values are written into the body. */
  headers: Readonly<Record<string, string>>
  /** Empty: a GET. */
  body: string
  /** What the answer must contain; empty where any 2xx will do. */
  accepted: string
}

const timeoutMs = 15_000
const answerBytesMax = 65_536

const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

const escapes: readonly (readonly [type: RegExp, write: (value: string) => string])[] = [
  [/json/, (value) => JSON.stringify(value).slice(1, -1)],
  [/x-www-form-urlencoded/, encodeURIComponent],
  [/xml/, (value) => value.replace(/[&<>"']/g, (sign) => xmlEntities[sign]!)],
]

/** Fills a template; each value is written as its place demands. A value that looks like a placeholder stays a value. */
export function fillTemplate(template: string, sms: Sms, write: (value: string) => string): string {
  const values: Readonly<Record<string, string>> = {
    to: sms.to,
    digits: sms.to.replace(/\D/g, ''),
    text: sms.text,
  }
  return template.replace(/\{(to|digits|text)\}/g, (_, name: string) => write(values[name] ?? ''))
}

function bodyOf({ headers, body }: SmsGateway, sms: Sms): string {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const write = escapes.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1]
  return fillTemplate(body, sms, write ?? ((value) => value))
}

/**
 * SMS by any provider's HTTPS call, described by settings. One call a message; what is not taken is thrown, and the job
 * that sends it runs again. Neither number nor text is in what is thrown.
 */
export function openGatewayTexter(gateway: SmsGateway): Texter {
  return {
    send: async (sms) => {
      const isGet = gateway.body === ''
      const response = await fetch(fillTemplate(gateway.url, sms, encodeURIComponent), {
        method: isGet ? 'GET' : 'POST',
        headers: gateway.headers,
        ...(isGet ? {} : { body: bodyOf(gateway, sms) }),
        // A gateway that has moved is a setting to change: its secret goes to no other host.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new Error(`The SMS gateway does not answer: ${reasonOf(error)}.`)
      })
      const answer = await readStart(response)
      if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}.`)
      if (!answer.includes(gateway.accepted)) throw new Error('The SMS gateway did not take the message.')
    },
  }
}

// The cause names a code such as ECONNREFUSED; the message of fetch itself may hold the address with the text in it.
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return cause?.code ?? name ?? 'unknown'
}

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  if (!response.body) return text
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= answerBytesMax) break
  }
  return text
}
