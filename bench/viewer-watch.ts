import type { Browser, Page } from '@playwright/test'

/** 20 Mbit/s and 40 ms, as the line of a practice. */
const line = { offline: false, latency: 40, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000 }
const openLimitMs = 300_000

/** What one opening of a scan came to. `longestTaskMs`: 0 where no task of the page took 50 ms. */
export type Opening = { firstMs: number; meshBytes: number; longestTaskMs: number; wholeMs: number }

/** What is opened. */
export type Target = {
  url: string
  /** Requests that bring the mesh. */
  isMesh: (url: string) => boolean
  /** Corners of the first picture of the whole jaw, and of the last one. */
  firstCorners: number
  wholeCorners: number
}

type Seen = { firstMs?: number; wholeMs?: number; tasks: { startMs: number; ms: number }[] }
type Watched = { __seen: Seen }

/**
 * Opens a page in a fresh browser context on a slow line, and waits for its scan.
 * The first picture is there when the first draw call with the jaw's corners has come out of the graphics card: a point is
 * read back, which waits for it. Long tasks are counted from then until the finest mesh is drawn.
 */
export async function openScan(browser: Browser, target: Target): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchDraws, [target.firstCorners, target.wholeCorners])
    const bytesUntil = await countBytes(page, target.isMesh)
    await page.goto(target.url, { waitUntil: 'commit' })
    await page.waitForFunction(() => (window as unknown as Watched).__seen.wholeMs !== undefined, undefined, {
      timeout: openLimitMs,
      polling: 250,
    })
    const {
      firstMs = 0,
      wholeMs = 0,
      tasks,
    } = await page.evaluate(() => (window as unknown as Watched).__seen)
    const during = tasks.filter(({ startMs }) => startMs > firstMs && startMs < wholeMs)
    return {
      firstMs,
      wholeMs,
      meshBytes: await bytesUntil(firstMs),
      longestTaskMs: Math.max(0, ...during.map(({ ms }) => ms)),
    }
  } finally {
    await context.close()
  }
}

/** Slows the line down, and adds up what the mesh's requests have brought until a moment. */
async function countBytes(page: Page, isMesh: Target['isMesh']) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  await devtools.send('Performance.enable')
  const meshes = new Set<string>()
  const pieces: { at: number; bytes: number }[] = []
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (isMesh(request.url)) meshes.add(requestId)
  })
  devtools.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength, dataLength }) => {
    if (meshes.has(requestId)) pieces.push({ at: timestamp, bytes: encodedDataLength || dataLength })
  })
  return async (ms: number): Promise<number> => {
    // The two clocks differ by where they begin.
    const { metrics } = await devtools.send('Performance.getMetrics')
    const nowMs = await page.evaluate(() => performance.now())
    const now = metrics.find(({ name }) => name === 'Timestamp')?.value ?? 0
    const until = now - (nowMs - ms) / 1000
    return pieces.filter(({ at }) => at <= until).reduce((sum, { bytes }) => sum + bytes, 0)
  }
}

/** Runs in the page, before its own scripts. */
function watchDraws([firstCorners, wholeCorners]: number[]): void {
  const seen: Seen = { tasks: [] }
  Object.assign(window, { __seen: seen })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      seen.tasks.push({ startMs: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  const point = new Uint8Array(4)
  const note = (gl: WebGL2RenderingContext, count: number) => {
    const isFirst = seen.firstMs === undefined && count >= firstCorners!
    const isWhole = seen.wholeMs === undefined && count >= wholeCorners!
    if (!isFirst && !isWhole) return
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, point)
    if (isFirst) seen.firstMs = performance.now()
    if (isWhole) seen.wholeMs = performance.now()
  }
  for (const kind of [WebGLRenderingContext, WebGL2RenderingContext]) {
    const { drawElements, drawArrays } = kind.prototype
    kind.prototype.drawElements = function (mode, count, type, offset) {
      drawElements.call(this, mode, count, type, offset)
      note(this as WebGL2RenderingContext, count)
    }
    kind.prototype.drawArrays = function (mode, first, count) {
      drawArrays.call(this, mode, first, count)
      note(this as WebGL2RenderingContext, count)
    }
  }
}
