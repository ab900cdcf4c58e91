import { expect, type Page } from '@playwright/test'

/** Controls the network of a page: `restore` removes the limit, `cut` takes the page offline. */
export type Line = { restore: () => Promise<void>; cut: () => Promise<void> }

/** Limits the upload rate of a page. All uploads share it. */
export async function slowUploads(page: Page, bytesPerSecond = 250_000): Promise<Line> {
  const devtools = await page.context().newCDPSession(page)
  const set = async (uploadThroughput: number, offline = false) => {
    await devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  }
  await devtools.send('Network.enable')
  await set(bytesPerSecond)
  // `cut` uses this emulation too, because `context.setOffline` has no effect on requests that the emulation slows down.
  return { restore: () => set(-1), cut: () => set(-1, true) }
}

/** Blocks requests of a page. @returns a function that releases them */
export async function blockRequests(page: Page, pattern: string | RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** Waits until at least `percent` of a file are uploaded, and asserts that the upload is not complete. */
export async function waitForShare(page: Page, name: string, percent: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: `Upload of ${name}` }).first()
  const read = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(read, { message: `share of ${name}` }).toBeGreaterThanOrEqual(percent)
  expect(await read(), 'the upload is still under way').toBeLessThan(100)
}

/** Offsets of an upload in bytes: `acknowledged` from HEAD responses of the server, `began` from PATCH requests of the page. */
export type Resumption = { acknowledged: number[]; began: number[] }

/** Records the uploads of a page from now on. @returns a map by upload path, filled as requests pass */
export function watchUploads(page: Page): Map<string, Resumption> {
  const seen = new Map<string, Resumption>()
  const of = (url: string) => {
    const path = new URL(url).pathname
    const known = seen.get(path) ?? { acknowledged: [], began: [] }
    seen.set(path, known)
    return known
  }
  const isUpload = (url: string) => url.includes('/restful/uploads/')
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && isUpload(request.url()))
      of(request.url()).began.push(Number(request.headers()['upload-offset']))
  })
  page.on('response', (response) => {
    if (response.request().method() === 'HEAD' && isUpload(response.url()))
      of(response.url()).acknowledged.push(Number(response.headers()['upload-offset']))
  })
  return seen
}
