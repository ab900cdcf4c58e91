import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'

/** A typical connection of a practice: 20 Mbit/s and 40 ms. */
const line = { offline: false, latency: 40, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000 }
const openLimitMs = 300_000

/** The measured times of opening a scan. `longestTaskMs` is 0 if no task of the page took 50 ms. */
export type Opening = { firstMs: number; meshBytes: number; longestTaskMs: number; wholeMs: number }

/** A page to open. */
export type Target = {
  url: string
  /** Recognizes requests for the mesh. */
  isMesh: (url: string) => boolean
  /** Least number of vertices in the draw call that first shows the jaw. */
  firstCorners: number
  /** Least number of vertices in the draw call that shows the finest mesh. */
  wholeCorners: number
}

type Span = { startMs: number; ms: number }
/** Recorded times: tasks of 50 ms or more, scripts in long animation frames, and WebGL calls of 0.2 ms or more. */
type Seen = { firstMs?: number; wholeMs?: number; tasks: Span[]; scripts: Span[]; calls: Span[] }
type Watched = { __seen: Seen }

/**
 * Opens a page in a new browser context on a slow connection and waits for its scan. The time of the first picture ends when
 * the first draw call with the vertices of the jaw has completed. Reading a pixel waits for that. For the long tasks between the
 * first picture and the finest mesh, only the time of scripts counts, without the time in which the browser or a script waits
 * for the software renderer.
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
    // The browser reports a task after its end.
    await wait(500)
    const seen = await page.evaluate(() => (window as unknown as Watched).__seen)
    const { firstMs = 0, wholeMs = 0, tasks, scripts, calls } = seen
    const during = tasks.filter(({ startMs }) => startMs > firstMs && startMs < wholeMs)
    const scripted = (task: Span) => timeWithin(scripts, task) - timeWithin(calls, task)
    return {
      firstMs,
      wholeMs,
      meshBytes: await bytesUntil(firstMs),
      longestTaskMs: Math.max(0, ...during.map(scripted)),
    }
  } finally {
    await context.close()
  }
}

const timeWithin = (spans: readonly Span[], { startMs, ms }: Span): number =>
  spans
    .filter((span) => span.startMs >= startMs && span.startMs < startMs + ms)
    .reduce((sum, span) => sum + span.ms, 0)

/** Limits the connection and counts the bytes of mesh requests. */
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
    // `dataLength` is the size after decompression. It equals the transferred bytes, because neither server compresses meshes.
    if (meshes.has(requestId)) pieces.push({ at: timestamp, bytes: dataLength })
  })
  return async (ms: number): Promise<number> => {
    // The clocks of the events and of `performance.now()` have different origins.
    const { metrics } = await devtools.send('Performance.getMetrics')
    const nowMs = await page.evaluate(() => performance.now())
    const now = metrics.find(({ name }) => name === 'Timestamp')?.value ?? 0
    const until = now - (nowMs - ms) / 1000
    return pieces.filter(({ at }) => at <= until).reduce((sum, { bytes }) => sum + bytes, 0)
  }
}

/** Records draw calls. Runs in the page before its scripts. */
function watchDraws([firstCorners, wholeCorners]: number[]): void {
  const seen: Seen = { tasks: [], scripts: [], calls: [] }
  Object.assign(window, { __seen: seen })
  const spanOf = ({ startTime, duration }: PerformanceEntry) => ({ startMs: startTime, ms: duration })
  const observe = (type: string, add: (entries: PerformanceEntryList) => void) =>
    new PerformanceObserver((list) => add(list.getEntries())).observe({ type, buffered: true })
  observe('longtask', (entries) => seen.tasks.push(...entries.map(spanOf)))
  observe('long-animation-frame', (entries) => {
    const scripts = entries.flatMap((entry) => (entry as unknown as { scripts: PerformanceEntry[] }).scripts)
    seen.scripts.push(...scripts.map(spanOf))
  })
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
  // `note` calls `readPixels` within a draw call. Only the outer call is recorded, so that no time counts twice.
  let depth = 0
  for (const kind of [WebGLRenderingContext, WebGL2RenderingContext]) {
    const calls = kind.prototype as unknown as Record<string, Call>
    for (const name of Object.getOwnPropertyNames(kind.prototype)) {
      const { value: call } = Object.getOwnPropertyDescriptor(kind.prototype, name) as { value?: Call }
      if (typeof call !== 'function' || name === 'constructor') continue
      calls[name] = function (...args) {
        const startMs = performance.now()
        depth += 1
        const result = call.apply(this, args)
        if (name === 'drawElements') note(this, args[1]!)
        if (name === 'drawArrays') note(this, args[2]!)
        depth -= 1
        const ms = performance.now() - startMs
        if (depth === 0 && ms >= 0.2) seen.calls.push({ startMs, ms })
        return result
      }
    }
  }
}
