/**
 * The requests that `first-paint.js` has sent before the scripts were loaded: on the page of a case, the case and the coarse levels of
 * its first scans; on the case list, its first page. The key is the path, and for a POST also the body. On the page of a case,
 * `requested` ends when the levels are requested.
 */
type EarlyReplies = {
  authorization: string
  responses: Record<string, Promise<Response>>
  requested?: Promise<void>
}

/** Replies that the page has not used by this time after its start are not used later, because the data may have changed. */
const latestMs = 15_000

/**
 * Like `fetch`, but uses the early response to the same request, once. The request must have the same token. An early response
 * that failed is not used, so that the page sends its own request and handles the error.
 */
export const fetchEarly: typeof fetch = async (input, init) => {
  const key = typeof input === 'string' ? keyOf(input, init) : undefined
  const early = key === undefined ? undefined : takeEarly(key, init?.headers)
  const response = await early?.catch(() => undefined)
  init?.signal?.throwIfAborted()
  return response?.ok ? response : fetch(input, init)
}

function keyOf(path: string, init: RequestInit | undefined): string | undefined {
  if (init?.method === 'GET') return path
  return init?.method === 'POST' && typeof init.body === 'string' ? `${path} ${init.body}` : undefined
}

/** Whether the page may use data that was requested before its scripts were loaded. */
export const hasEarlyReplies = (): boolean => 'earlyReplies' in window && performance.now() < latestMs

/** Takes the early responses whose path matches, with the given token, once all are requested; each response is used once. */
export async function takeEarlyResponses(
  pattern: RegExp,
  token: string,
): Promise<[path: string, Promise<Response>][]> {
  const { earlyReplies } = window as { earlyReplies?: EarlyReplies }
  await earlyReplies?.requested
  const paths = Object.keys(earlyReplies?.responses ?? {}).filter((path) => pattern.test(path))
  return paths.flatMap((path) => {
    const response = takeEarly(path, { authorization: `Bearer ${token}` })
    return response ? [[path, response] as [string, Promise<Response>]] : []
  })
}

function takeEarly(key: string, headers: HeadersInit | undefined): Promise<Response> | undefined {
  const { earlyReplies } = window as { earlyReplies?: EarlyReplies }
  const response = earlyReplies?.responses[key]
  if (!earlyReplies || !response) return undefined
  delete earlyReplies.responses[key]
  const isSame = new Headers(headers).get('authorization') === earlyReplies.authorization
  return isSame && performance.now() < latestMs ? response : undefined
}
