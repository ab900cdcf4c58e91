import type { Page } from '@playwright/test'

/** A frame in which the page drew a scan with WebGL. Times in milliseconds. `scriptMs` is without the WebGL calls. */
export type Frame = { scriptMs: number; wholeMs: number }

/**
 * What the page records. `corners` is the largest number of vertices of a draw call so far. `firstMs` is the end of the first draw
 * call with a scan since `forgetFirst`.
 */
type Watch = { frames: Frame[]; corners: number; firstMs?: number | undefined }
type Watched = { __watch: Watch }

const scanCorners = 10_000

/** Makes the page record its frames. Call it before the first navigation. */
export const watchFrames = (page: Page) => page.addInitScript(recordFrames, scanCorners)

/** Waits until a draw call has had at least `corners` vertices. */
export const waitForCorners = (page: Page, corners: number, timeout: number) =>
  page.waitForFunction((least) => (window as unknown as Watched).__watch.corners >= least, corners, {
    timeout,
    polling: 100,
  })

/** Forgets the first picture. @returns the page's time in milliseconds */
export const forgetFirst = (page: Page) =>
  page.evaluate(() => {
    ;(window as unknown as Watched).__watch.firstMs = undefined
    return performance.now()
  })

/** Waits until a scan is drawn. @returns the page's time at which it was drawn, in milliseconds */
export async function waitForFirst(page: Page): Promise<number> {
  await page.waitForFunction(() => (window as unknown as Watched).__watch.firstMs !== undefined, undefined, {
    timeout: 60_000,
    polling: 20,
  })
  return page.evaluate(() => (window as unknown as Watched).__watch.firstMs!)
}

const dragSteps = 40

/** Drags the model of the page with the mouse, one step for each frame. @returns the frames that were drawn meanwhile */
export async function orbit(page: Page): Promise<Frame[]> {
  const canvas = page.locator('canvas').first()
  await canvas.scrollIntoViewIfNeeded()
  const box = (await canvas.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(() => {
    ;(window as unknown as Watched).__watch.frames.length = 0
  })
  for (let step = 1; step <= dragSteps; step += 1) {
    await page.mouse.move(x + step * 4, y + step)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const frames = await page.evaluate(() => (window as unknown as Watched).__watch.frames)
  await page.mouse.up()
  return frames
}

/**
 * Records the frames that draw a scan, whether in an animation callback or in a handler of an event. Runs in the page before its
 * scripts. A frame ends when the software renderer has drawn it: a pixel is read back, which waits for that.
 */
function recordFrames(scanCorners: number): void {
  const watch: Watch = { frames: [], corners: 0 }
  Object.assign(window, { __watch: watch })
  const point = new Uint8Array(4)
  let frame: { startMs: number; callMs: number; drawn?: WebGL2RenderingContext } | undefined
  const begin = () => {
    frame = { startMs: performance.now(), callMs: 0 }
    return frame
  }
  const end = () => {
    const { startMs = 0, callMs = 0, drawn } = frame ?? {}
    frame = undefined
    if (!drawn) return
    const scriptMs = performance.now() - startMs - callMs
    drawn.readPixels(0, 0, 1, 1, drawn.RGBA, drawn.UNSIGNED_BYTE, point)
    watch.frames.push({ scriptMs, wholeMs: performance.now() - startMs })
    watch.firstMs ??= performance.now()
  }
  const request = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      begin()
      callback(time)
      end()
    })
  type Call = (this: WebGL2RenderingContext, ...args: number[]) => unknown
  for (const kind of [WebGLRenderingContext, WebGL2RenderingContext]) {
    const calls = kind.prototype as unknown as Record<string, Call>
    for (const name of Object.getOwnPropertyNames(kind.prototype)) {
      const { value: call } = Object.getOwnPropertyDescriptor(kind.prototype, name) as { value?: Call }
      if (typeof call !== 'function' || name === 'constructor' || name === 'readPixels') continue
      calls[name] = function (...args) {
        const startMs = performance.now()
        const result = call.apply(this, args)
        const corners = name === 'drawElements' ? args[1]! : name === 'drawArrays' ? args[2]! : undefined
        // Outside of an animation callback the frame ends with the running handler.
        if (frame === undefined) queueMicrotask(end)
        const current = frame ?? begin()
        current.callMs += performance.now() - startMs
        if (corners === undefined) return result
        watch.corners = Math.max(watch.corners, corners)
        if (corners >= scanCorners) current.drawn = this
        return result
      }
    }
  }
}
