/**
 * The requests that `first-paint.js` has sent on the page of a case before the scripts were loaded: the case and the coarse levels
 * of its first scans, by path.
 */
type EarlyCase = { authorization: string; responses: Record<string, Promise<Response>> }

/**
 * Like `fetch`, but uses the early response to the same request, once. The request must have the same token. An early response
 * that failed is not used, so that the page sends its own request and handles the error.
 */
export const fetchEarly: typeof fetch = async (input, init) => {
  const early =
    typeof input === 'string' && init?.method === 'GET' ? takeEarly(input, init.headers) : undefined
  const response = await early?.catch(() => undefined)
  init?.signal?.throwIfAborted()
  if (!response?.ok) return fetch(input, init)
  isUsed = true
  return response
}

let isUsed = false

/** Whether the page shows data from before its stream of changes was open. */
export const hasEarlyData = (): boolean => isUsed

/** Takes the early responses whose path matches, with the given token; each response is used once. */
export function takeEarlyResponses(pattern: RegExp, token: string): [path: string, Promise<Response>][] {
  const { earlyCase } = window as { earlyCase?: EarlyCase }
  const paths = Object.keys(earlyCase?.responses ?? {}).filter((path) => pattern.test(path))
  return paths.flatMap((path) => {
    const response = takeEarly(path, { authorization: `Bearer ${token}` })
    return response ? [[path, response] as [string, Promise<Response>]] : []
  })
}

function takeEarly(path: string, headers: HeadersInit | undefined): Promise<Response> | undefined {
  const { earlyCase } = window as { earlyCase?: EarlyCase }
  const response = earlyCase?.responses[path]
  if (!earlyCase || !response) return undefined
  delete earlyCase.responses[path]
  return new Headers(headers).get('authorization') === earlyCase.authorization ? response : undefined
}
