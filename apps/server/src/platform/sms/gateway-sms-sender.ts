import type { Sms, SmsSender } from './sms-sender.ts'

/**
 * The request format of a gateway. `{to}` (`+447700900123`), `{digits}` (without the plus sign) and `{text}` are replaced in
 * `url` and `body`.
 */
export type SmsGateway = {
  url: string
  /** Sent unchanged; `content-type` determines how values are escaped in the body. */
  headers: Readonly<Record<string, string>>
  /** Empty for a GET. */
  body: string
  /** Text that the response must contain; empty if any 2xx is enough. */
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

/**
 * Replaces the placeholders of a template by the values of a message, escaped by `write`. A placeholder inside a value is not
 * replaced.
 */
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
 * Creates an SMS sender that makes one HTTPS call per message. The settings describe the call, so that any provider can be
 * used. A failed call throws, and its job is repeated. Errors contain neither the mobile number nor the text.
 */
export function openGatewaySmsSender(gateway: SmsGateway): SmsSender {
  return {
    send: async (sms) => {
      const isGet = gateway.body === ''
      const response = await fetch(fillTemplate(gateway.url, sms, encodeURIComponent), {
        method: isGet ? 'GET' : 'POST',
        headers: gateway.headers,
        ...(isGet ? {} : { body: bodyOf(gateway, sms) }),
        // Refuses redirects, because the secret in the headers must not be sent to another host.
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

// Returns a code such as ECONNREFUSED. The error message of `fetch` may contain the URL, and with it the text of the SMS.
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
