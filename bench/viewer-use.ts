import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createClient, createUploader } from '@pontic/client'
import { demoPassword, demoPeople } from '../apps/server/src/demo/demo-people.ts'
import { launchOf } from '../e2e/browser.ts'
import { findOrInstallChromium } from '../scripts/chromium.ts'
import { printStep } from '../scripts/places.ts'
import { buildWebWhenStale } from '../scripts/web-build.ts'
import { dropDatabase, openCluster, remakeDatabase } from './cluster.ts'
import { atLeast, atMost, medianOf, type Scale, type Section, show, showRatio } from './figures.ts'
import { startDemo } from './pages.ts'
import type { Portal } from './portal.ts'
import { makeScanFile } from './scans.ts'
import { servePeer } from './viewer.ts'

const database = 'bench_viewer_use'
const triangles = 500_000
const pairBytes = triangles * 50 + 84
const largeBytes = 43_000_000
const ms = (value: number) => `${show(value)} ms`
const mb = (value: number) => `${Math.round(value / 1e6)} MB`

/** Measures a viewer in use: orbit with maps, memory, opening a case again, and an orbit beside another viewer. */
export async function measureViewerUse(scale: Scale): Promise<Section> {
  await buildWebWhenStale()
  const upper = makeScanFile(pairBytes)
  const lower = makeScanFile(pairBytes, 'case0-lower-teeth.obj')
  const large = makeScanFile(largeBytes)
  const postgres = await openCluster()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  const portal = await startDemo(await remakeDatabase(postgres, database), folder)
  const peer = await servePeer({ small: large, large })
  const browser = await chromium.launch({ ...launchOf(findOrInstallChromium()) })
  try {
    const pair = await createScanCase(portal, { upper, lower })
    const one = await createScanCase(portal, { upper: large })
    const use = await measurePair(browser, portal, pair)
    const warm = await measureWarm(browser, portal, pair, Math.min(5, scale.rounds))
    const ours = await orbitOurs(browser, portal, one)
    const peers = await orbitPage(browser, `${peer.url}/?scan=large`)
    return {
      title: 'Viewer in use',
      notes: [
        'Chromium draws WebGL in software. Script time of a frame: from its first to its last animation callback, without WebGL calls.',
        'Memory: all of the tab (performance.measureUserAgentSpecificMemory is not available; JavaScript heap, array buffers and workers by the DevTools protocol).',
      ],
      columns: ['what', 'figure'],
      rows: [
        ['script time of an orbit frame with maps, median', ms(use.frameMs)],
        ['script time of an orbit frame with maps, slowest', ms(use.slowestMs)],
        ['memory with two scans of 500,000 triangles and maps', mb(use.memoryBytes)],
        ['first picture of a case that was open before, median', ms(warm)],
        ['orbit frame, STL of 43 MB, Pontic, median', ms(ours)],
        ['orbit frame, STL of 43 MB, online-3d-viewer, median', ms(peers)],
      ],
      verdicts: [
        atMost('script time of an orbit frame with maps', use.frameMs, 4, ms),
        atMost('memory of two scans with maps', use.memoryBytes, 400_000_000, mb),
        atMost('first picture of a case that was open before', warm, 400, ms),
        atLeast('orbit frame of 43 MB, of the peer to ours', peers / ours, 4, showRatio),
      ],
    }
  } finally {
    await browser.close()
    await peer.close()
    await portal.stop()
    rmSync(folder, { recursive: true, force: true })
    await dropDatabase(postgres, database)
    await postgres.stop()
  }
}

/** Creates a case with scans, and waits for their levels. @returns its path */
async function createScanCase(
  portal: Portal,
  scans: Partial<Record<'upper' | 'lower', Buffer>>,
): Promise<string> {
  const client = createClient({ baseUrl: portal.url, language: () => 'en_US' })
  const { email: username } = demoPeople.alice
  await client.session.signIn({ username, password: demoPassword, rememberMe: false })
  const { id } = await client.call('orders.create', { body: { type: 0, patientName: 'Measured Smile' } })
  const wanted = Object.entries(scans).map(([role, bytes]) => ({ role: role as 'upper', bytes }))
  const { files } = await client.call('files.announce', {
    body: {
      id,
      files: wanted.map(({ role, bytes }) => ({ name: `${role}.stl`, sizeBytes: bytes.length, role })),
    },
  })
  const uploader = createUploader(client)
  for (const [at, { bytes }] of wanted.entries()) uploader.add(new Blob([new Uint8Array(bytes)]), files[at]!)
  await uploader.whenIdle()
  uploader.dispose()
  for (let tries = 0; ; tries += 1) {
    const order = await client.call('orders.get', { params: { id } })
    if (order.files.every(({ mesh }) => mesh?.state === 'ready')) break
    if (tries > 700) throw new Error('The previews were not made.')
    await wait(250)
  }
  client.dispose()
  return `/order/detail/${id}`
}

async function signIn(browser: Browser, portal: Portal): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.addInitScript(watchFrames)
  await page.goto(`${portal.url}/login`)
  await page.getByLabel('Email').fill(demoPeople.alice.email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  return page
}

const viewOf = (page: Page) => page.getByRole('region', { name: '3D view' })

async function openCase(page: Page, portal: Portal, path: string, count: number): Promise<void> {
  await page.goto(`${portal.url}${path}`)
  await viewOf(page)
    .getByRole('status')
    .filter({ hasText: `${count} scan` })
    .waitFor({ timeout: 120_000 })
}

async function measurePair(browser: Browser, portal: Portal, path: string) {
  printStep('measuring two scans with maps')
  const page = await signIn(browser, portal)
  await openCase(page, portal, path, 2)
  await viewOf(page).locator('canvas').focus()
  await page.keyboard.press('k')
  const panel = viewOf(page).getByRole('region', { name: 'Contacts and clearance', exact: true })
  await panel.locator('dl').waitFor({ timeout: 120_000 })
  await panel
    .getByText(/details are still loading|Computing/)
    .waitFor({ state: 'detached', timeout: 120_000 })
  await drag(page)
  const frames = await page.evaluate(() => (window as unknown as Watched).__frames)
  const scripts = frames.filter(({ calls }) => calls > 0).map(({ scriptMs }) => scriptMs)
  const memoryBytes = await memoryOf(page)
  await page.context().close()
  return { frameMs: medianOf(scripts), slowestMs: Math.max(...scripts), memoryBytes }
}

/** Sums the JavaScript heaps and the array buffers of a page and its workers, after a garbage collection. */
async function memoryOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  let sum = 0
  const add = async (
    send: (method: 'Runtime.getHeapUsage' | 'HeapProfiler.collectGarbage') => Promise<unknown>,
  ) => {
    await send('HeapProfiler.collectGarbage')
    const usage = (await send('Runtime.getHeapUsage')) as {
      usedSize: number
      backingStorageSize?: number
      embedderHeapUsedSize?: number
    }
    sum += usage.usedSize + (usage.backingStorageSize ?? 0) + (usage.embedderHeapUsedSize ?? 0)
  }
  await add((method) => devtools.send(method))
  for (const worker of page.workers()) {
    const bytes = await worker.evaluate(
      () => (performance as unknown as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0,
    )
    printStep(`worker ${worker.url().split('/').at(-1)}: ${mb(bytes)}`)
    sum += bytes
  }
  return sum
}

/** Opens a case, leaves it, and opens it again. @returns the median time until the first picture, from the click */
async function measureWarm(browser: Browser, portal: Portal, path: string, rounds: number): Promise<number> {
  printStep('opening a case again')
  const page = await signIn(browser, portal)
  await openCase(page, portal, path, 2)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(`${portal.url}/order/list`)
    const row = page.locator(`a[href="${path}"]`).first()
    await row.waitFor()
    await wait(1000)
    const before = await page.evaluate(() => {
      const watched = window as unknown as Watched
      watched.__firstMs = undefined
      return performance.now()
    })
    await row.click()
    await page.waitForFunction(() => (window as unknown as Watched).__firstMs !== undefined, undefined, {
      polling: 20,
    })
    times.push((await page.evaluate(() => (window as unknown as Watched).__firstMs!)) - before)
  }
  await page.context().close()
  return medianOf(times)
}

async function orbitOurs(browser: Browser, portal: Portal, path: string): Promise<number> {
  printStep('orbiting an STL of 43 MB')
  const page = await signIn(browser, portal)
  await openCase(page, portal, path, 1)
  await page
    .getByText('Loading details')
    .waitFor({ state: 'detached', timeout: 120_000 })
    .catch(() => {})
  return orbitFrames(page)
}

async function orbitPage(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript(watchFrames)
  await page.goto(url)
  await page.waitForFunction(
    () => ((window as unknown as Watched).__frames.at(-1)?.corners ?? 0) > 1_000_000,
    undefined,
    { timeout: 240_000 },
  )
  return orbitFrames(page)
}

/** Returns the median time of a frame while the model is dragged, with the work of the software renderer. */
async function orbitFrames(page: Page): Promise<number> {
  await page.evaluate(() => {
    ;(window as unknown as Watched).__frames.length = 0
    ;(window as unknown as Watched).__isFinishing = true
  })
  await drag(page)
  const frames = await page.evaluate(() => (window as unknown as Watched).__frames)
  await page.context().close()
  return medianOf(frames.filter(({ calls }) => calls > 0).map(({ wholeMs }) => wholeMs))
}

/** Drags the model with the mouse. */
async function drag(page: Page): Promise<void> {
  const box = (await page.locator('canvas').first().boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.evaluate(() => {
    ;(window as unknown as Watched).__frames.length = 0
  })
  await page.mouse.down()
  for (let step = 1; step <= 40; step += 1) {
    await page.mouse.move(x + step * 4, y + step)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await page.mouse.up()
}

type Frame = { scriptMs: number; wholeMs: number; calls: number; corners: number }
type Watched = { __frames: Frame[]; __firstMs: number | undefined; __isFinishing?: boolean }

/**
 * Records the frames that draw with WebGL. Runs in the page before its scripts. While `__isFinishing` is set, each frame ends when
 * the renderer has drawn it.
 */
function watchFrames(): void {
  const watched = window as unknown as Watched
  watched.__frames = []
  const request = window.requestAnimationFrame.bind(window)
  let now:
    | { calls: number; glMs: number; corners: number; gl: WebGL2RenderingContext | undefined }
    | undefined
  const point = new Uint8Array(4)
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      const startMs = performance.now()
      now = { calls: 0, glMs: 0, corners: 0, gl: undefined }
      callback(time)
      const { calls, glMs, corners, gl } = now
      const scriptMs = performance.now() - startMs - glMs
      if (calls > 0 && watched.__isFinishing) gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, point)
      if (calls > 0) {
        watched.__frames.push({ scriptMs, wholeMs: performance.now() - startMs, calls, corners })
        if (corners > 10_000) watched.__firstMs ??= performance.now()
      }
      now = undefined
    })
  type Call = (this: WebGL2RenderingContext, ...args: number[]) => unknown
  for (const kind of [WebGLRenderingContext, WebGL2RenderingContext]) {
    const calls = kind.prototype as unknown as Record<string, Call>
    for (const name of Object.getOwnPropertyNames(kind.prototype)) {
      const { value: call } = Object.getOwnPropertyDescriptor(kind.prototype, name) as { value?: Call }
      if (typeof call !== 'function' || name === 'constructor') continue
      calls[name] = function (...args) {
        const startMs = performance.now()
        const result = call.apply(this, args)
        if (!now) {
          if (name === 'drawElements' && args[1]! > 10_000) watched.__firstMs ??= performance.now()
          return result
        }
        now.glMs += performance.now() - startMs
        if (name === 'drawElements' || name === 'drawArrays') {
          now.calls += 1
          now.corners += name === 'drawElements' ? args[1]! : args[2]!
          now.gl = this
        }
        return result
      }
    }
  }
}
