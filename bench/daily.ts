import { type Browser, chromium, type Page } from '@playwright/test'
import { findOrInstallChromium } from '../scripts/chromium.ts'
import { buildWebWhenStale } from '../scripts/web-build.ts'
import { atMost, medianOf, type Scale, type Section, show, type Verdict } from './figures.ts'
import { chromiumFlags, openAs, withDemo } from './pages.ts'
import type { Portal } from './portal.ts'

const database = 'bench_daily'
const slowNetwork = {
  offline: false,
  latency: 300,
  downloadThroughput: 2_500_000,
  uploadThroughput: 2_500_000,
}
const wheels = 30

const list = { path: '/order/list?size=100', call: '/restful/orders/list', row: 'tbody tr a' }
const boards = {
  'board by day': {
    path: '/order/list?layout=day',
    call: '/restful/orders/board',
    row: 'section[data-column] li a',
  },
  'board by status': {
    path: '/order/list?layout=status',
    call: '/restful/orders/board',
    row: 'section[data-column] li a',
  },
} as const
type View = { path: string; call: string; row: string }

/** Measures how fast the lists of a laboratory with 1,000 cases are painted and scrolled, and the first page on a slow network. */
export async function measureDaily(scale: Scale): Promise<Section> {
  await buildWebWhenStale()
  return await withDemo(database, ({ portal }) => measureLaboratory(portal, scale))
}

async function measureLaboratory(portal: Portal, scale: Scale): Promise<Section> {
  const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: [...chromiumFlags] })
  const rounds = Math.max(scale.rounds, 3)
  try {
    const rows: string[][] = []
    const verdicts: Verdict[] = []
    for (const [name, view] of Object.entries({ 'list of 100 rows': list, ...boards })) {
      const views: Awaited<ReturnType<typeof measureView>>[] = []
      for (let round = 0; round < rounds; round++) views.push(await measureView(browser, portal, view))
      const paintMs = medianOf(views.map((one) => one.paintMs))
      const longestMs = medianOf(views.map((one) => one.longestMs))
      rows.push([name, `${show(paintMs)} ms`, longestMs === 0 ? 'none' : `${show(longestMs)} ms`])
      verdicts.push(
        atMost(`${name}, from the reply to paint`, paintMs, 300, inMs),
        atMost(`${name}, longest task while scrolling`, longestMs, 50, inMs),
      )
    }
    const coldMs: number[] = []
    for (let round = 0; round < rounds; round++) coldMs.push(await openCold(browser, portal))
    verdicts.push(
      atMost('list at 20 Mbit/s and 300 ms, cold, to the first row', medianOf(coldMs), 2200, inMs),
    )
    return {
      title: 'Daily work',
      notes: [
        `The laboratory of the demo, with 1,000 more cases, at 1440 × 900. Medians of ${rounds} rounds.`,
        'Paint: from the end of the reply to the frame that shows the rows, in a page that is open. Scrolling: the longest task of ' +
          `the main thread over 50 ms during ${wheels} turns of the wheel.`,
        'Cold: a new browser of a signed-in user, from the address to the first row. Each request waits 300 ms.',
      ],
      columns: ['view', 'reply to paint', 'longest task over 50 ms while scrolling'],
      rows,
      verdicts,
    }
  } finally {
    await browser.close()
  }
}

const inMs = (ms: number) => `${show(ms)} ms`

async function measureView(
  browser: Browser,
  portal: Portal,
  view: View,
): Promise<{ paintMs: number; longestMs: number }> {
  const context = await openAs(browser, portal, 'bob')
  try {
    const page = await context.newPage()
    await page.addInitScript(watchTasks)
    await page.goto(portal.url + view.path)
    await page.waitForSelector(view.row)
    // Measures a second visit, because the first one also loads the code.
    await page.goto(portal.url + view.path)
    const paintMs = await paintAfterReply(page, view)
    return { paintMs, longestMs: await scroll(page) }
  } finally {
    await context.close()
  }
}

/** Waits for the rows. @returns milliseconds from the end of the reply until the frame that shows its rows */
async function paintAfterReply(page: Page, view: View): Promise<number> {
  return await page.evaluate(
    async ({ call, row }) => {
      while (document.querySelector(row) === null) await new Promise(requestAnimationFrame)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const paintedMs = performance.now()
      const replies = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const reply = replies.find(({ name }) => name.endsWith(call))
      if (!reply) throw new Error('The rows appeared without a reply.')
      return paintedMs - reply.responseEnd
    },
    { call: view.call, row: view.row },
  )
}

/** Runs in the page: collects the durations of tasks over 50 ms in `window.longTasks`. */
function watchTasks() {
  const tasks: number[] = []
  Object.assign(window, { longTasks: tasks })
  new PerformanceObserver((found) => {
    for (const { duration } of found.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask' })
}

/** Scrolls down and up by the wheel. @returns the longest task over 50 ms meanwhile, 0 if there was none */
async function scroll(page: Page): Promise<number> {
  await page.mouse.move(720, 600)
  await page.evaluate(() => {
    ;(window as unknown as { longTasks: number[] }).longTasks.length = 0
  })
  for (let turn = 0; turn < wheels; turn++) {
    await page.mouse.wheel(0, turn < wheels / 2 ? 400 : -400)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  return await page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks))
}

/** Opens the case list in a new browser on a slow network. @returns milliseconds until its first row */
async function openCold(browser: Browser, portal: Portal): Promise<number> {
  const context = await openAs(browser, portal, 'bob')
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slowNetwork)
    const startMs = performance.now()
    await page.goto(`${portal.url}/order/list`, { waitUntil: 'commit' })
    await page.waitForSelector(list.row)
    return performance.now() - startMs
  } finally {
    await context.close()
  }
}
