import { setTimeout as wait } from 'node:timers/promises'
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

type Span = { startMs: number; ms: number }
/** `calls`: those to the graphics card that took a while. */
type Seen = { firstMs?: number; wholeMs?: number; tasks: Span[]; calls: Span[] }
type Watched = { __seen: Seen }

/**
 * Opens a page in a fresh browser context on a slow line, and waits for its scan.
 * The first picture is there when the first draw call with the jaw's corners has come out of the graphics card: a point is
 * read back, which waits for it. Long tasks are counted from then until the finest mesh is drawn, without the time that
 * they waited for the software that draws.
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
    // What the browser tells of a task comes after it.
    await wait(500)
    const seen = await page.evaluate(() => (window as unknown as Watched).__seen)
    const { firstMs = 0, wholeMs = 0, tasks, calls } = seen
    const during = tasks.filter(({ startMs }) => startMs > firstMs && startMs < wholeMs)
    const drawing = (task: Span) =>
      calls
        .filter(({ startMs }) => startMs >= task.startMs && startMs < task.startMs + task.ms)
        .reduce((sum, { ms }) => sum + ms, 0)
    return {
      firstMs,
      wholeMs,
      meshBytes: await bytesUntil(firstMs),
      longestTaskMs: Math.max(0, ...during.map((task) => task.ms - drawing(task))),
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
  devtools.on('Network.dataReceived', ({ requestId, timestamp, dataLength }) => {
    // Neither levels nor files are compressed once more on the way.
    if (meshes.has(requestId)) pieces.push({ at: timestamp, bytes: dataLength })
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
  const seen: Seen = { tasks: [], calls: [] }
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
  type Call = (this: WebGL2RenderingContext, ...args: number[]) => unknown
  for (const kind of [WebGLRenderingContext, WebGL2RenderingContext]) {
    const calls = kind.prototype as unknown as Record<string, Call>
    for (const name of Object.getOwnPropertyNames(kind.prototype)) {
      const { value: call } = Object.getOwnPropertyDescriptor(kind.prototype, name) as { value?: Call }
      if (typeof call !== 'function' || name === 'constructor') continue
      calls[name] = function (...args) {
        const startMs = performance.now()
        const result = call.apply(this, args)
        if (name === 'drawElements') note(this, args[1]!)
        if (name === 'drawArrays') note(this, args[2]!)
        const ms = performance.now() - startMs
        if (ms >= 1) seen.calls.push({ startMs, ms })
        return result
      }
    }
  }
}
