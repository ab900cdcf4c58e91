import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { createClient, sessionKey } from '@pontic/client'
import { translate } from '@pontic/messages'
import { demoPassword, demoPeople } from '../apps/server/src/demo/demo-people.ts'
import { findOrInstallChromium } from '../scripts/chromium.ts'
import { printPageWeights, weighTexts, weighViewer } from '../scripts/page-weights.ts'
import { printStep, root } from '../scripts/places.ts'
import { findFreePort } from '../scripts/ports.ts'
import { buildWebWhenStale } from '../scripts/web-build.ts'
import {
  type Cluster,
  type DatabaseUrls,
  dropDatabase,
  openCluster,
  remakeDatabase,
  withClient,
} from './cluster.ts'
import { atLeast, atMost, medianOf, type Scale, type Section, show, type Verdict } from './figures.ts'
import { rateByLighthouse, type Scores } from './lighthouse.ts'
import { type Portal, startPortal } from './portal.ts'

const database = 'bench_pages'
const paints = 10
const addedOrders = 1000
const quietMs = 1500
const startLimitMs = 120_000
/** Arguments with which the measurements start Chromium. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

type Loaded = { name: string; bytes: number }
type Figures = {
  signIn: Loaded[]
  list: Loaded[]
  turnsMs: number[]
  dialogsMs: number[]
  allColumnsMs: number[]
  desktop: Scores
  mobile: Scores
  listMobile: Scores
}

/** Measures the size of pages, their paint times, and Lighthouse's scores of the sign-in page and of the case list. */
export async function measurePages(scale: Scale): Promise<Section> {
  await buildWebWhenStale()
  printPageWeights()
  return await withDemo(database, ({ portal }) => measureBrowser(portal, scale))
}

async function measureBrowser(portal: Portal, scale: Scale): Promise<Section> {
  const debuggingPort = await findFreePort()
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: [...chromiumFlags, `--remote-debugging-port=${debuggingPort}`],
  })
  try {
    const figures = await measure(browser, portal, scale, debuggingPort)
    return report(figures, scale)
  } finally {
    await browser.close()
  }
}

/** A portal with the demo data, the URLs of its database, and their cluster. */
export type Demo = { portal: Portal; urls: DatabaseUrls; postgres: Cluster }

/** Starts a portal with the demo data on a new database, runs `work`, and removes both. */
export async function withDemo<Result>(
  database: string,
  work: (demo: Demo) => Promise<Result>,
): Promise<Result> {
  const postgres = await openCluster()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-'))
  try {
    const urls = await remakeDatabase(postgres, database)
    const portal = await startDemo(urls, folder)
    try {
      return await work({ portal, urls, postgres })
    } finally {
      await portal.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await dropDatabase(postgres, database)
    await postgres.stop()
  }
}

/** Starts a portal with the demo data, and adds enough orders for several pages. */
async function startDemo(urls: DatabaseUrls, folder: string): Promise<Portal> {
  const portal = await startPortal(urls, folder, {
    PONTIC_MODE: 'demo',
    PONTIC_ROLE: 'all',
    PONTIC_SMTP_URL: '',
    PONTIC_DATABASE_OWNER_URL: urls.ownerUrl,
  })
  const untilMs = performance.now() + startLimitMs
  while (!readFileSync(join(root, '.cache/bench/portal.log'), 'utf8').includes('pontic: ready on')) {
    if (performance.now() > untilMs) throw new Error('The demo was not filled.')
    await wait(250)
  }
  await withClient(urls.superUrl, (client) =>
    client.query(
      `insert into orders (id, number, clinic_id, lab_id, status, type, patient_name, doctor, delivery_on, created_by)
       select gen_random_uuid(), 'C26-' || lpad(upper(to_hex(n)), 6, '0'), o.clinic_id, o.lab_id, o.status, o.type,
         o.patient_name, o.doctor, o.delivery_on, o.created_by
       from generate_series(1, $1::int) n, lateral (select o.* from orders o join account a on a.id = o.created_by
         where a.email = $2 and n > 0 order by o.id offset n % 5 limit 1) o`,
      [addedOrders, demoPeople.alice.email],
    ),
  )
  return portal
}

async function measure(
  browser: Browser,
  portal: Portal,
  scale: Scale,
  debuggingPort: number,
): Promise<Figures> {
  const nobody = await browser.newContext(desk)
  const signIn = await weigh(nobody, `${portal.url}/login`, 'input[type=password]')
  await nobody.close()
  const context = await openAs(browser, portal)
  const list = await weigh(context, `${portal.url}/order/list`, 'tbody tr a')
  const page = await context.newPage()
  await page.goto(`${portal.url}/order/list`)
  await page.waitForSelector('tbody tr a')
  await wait(quietMs)
  const turnsMs: number[] = []
  const dialogsMs: number[] = []
  for (let turn = 0; turn < paints; turn++) {
    turnsMs.push(await turnPage(page))
    await wait(quietMs)
  }
  // Discards the first time, because it includes loading the dialog's script.
  for (let turn = 0; turn <= paints; turn++) {
    const ms = await openDialog(page)
    if (turn > 0) dialogsMs.push(ms)
  }
  const allColumnsMs = await paintAllColumns(page)
  await context.close()
  const scores = { url: `${portal.url}/login`, port: debuggingPort, rounds: Math.min(scale.rounds, 3) }
  const desktop = await rateByLighthouse({ ...scores, device: 'desktop' })
  const mobile = await rateByLighthouse({ ...scores, device: 'mobile' })
  const listMobile = await rateCaseList(portal, scores.rounds)
  return { signIn, list, turnsMs, dialogsMs, allColumnsMs, desktop, mobile, listMobile }
}

const desk = { viewport: { width: 1440, height: 900 }, locale: 'en-US' } as const

/** Lighthouse of the case list of a signed-in user, in a separate browser whose default context has the session. */
async function rateCaseList(portal: Portal, rounds: number): Promise<Scores> {
  const folder = mkdtempSync(join(tmpdir(), 'pontic-bench-browser-'))
  const port = await findFreePort()
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findOrInstallChromium(),
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  })
  try {
    const [session] = await signIn(portal, 'alice')
    const page = await context.newPage()
    await page.goto(`${portal.url}/favicon.svg`)
    await page.evaluate(({ name, value }) => localStorage.setItem(name, value), session)
    await page.close()
    return await rateByLighthouse({ url: `${portal.url}/order/list`, port, rounds, device: 'mobile' })
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Signs in as a demo user. @returns the entries of local storage with the session */
async function signIn(
  portal: Portal,
  who: keyof typeof demoPeople,
): Promise<[{ name: string; value: string }]> {
  const client = createClient({ baseUrl: portal.url, language: () => 'en_US' })
  const session = await client.session.signIn({
    username: demoPeople[who].email,
    password: demoPassword,
    rememberMe: true,
  })
  client.dispose()
  return [{ name: sessionKey, value: JSON.stringify(session) }]
}

/** Opens a browser context of a signed-in demo user. */
export async function openAs(
  browser: Browser,
  portal: Portal,
  who: keyof typeof demoPeople = 'alice',
): Promise<BrowserContext> {
  const localStorage = await signIn(portal, who)
  return await browser.newContext({
    ...desk,
    storageState: { cookies: [], origins: [{ origin: portal.url, localStorage }] },
  })
}

/** Lists the scripts and styles that a page loads until it is idle, with the transferred bytes. */
async function weigh(context: BrowserContext, url: string, selector: string): Promise<Loaded[]> {
  const page = await context.newPage()
  const loaded: Promise<Loaded>[] = []
  let lastMs = performance.now()
  page.on('requestfinished', (request) => {
    lastMs = performance.now()
    if (!/\.(js|css)$/.test(new URL(request.url()).pathname)) return
    loaded.push(
      request.sizes().then((sizes) => ({
        name: new URL(request.url()).pathname,
        bytes: sizes.responseBodySize,
      })),
    )
  })
  await page.goto(url)
  await page.waitForSelector(selector)
  // Not "networkidle": the event stream never ends.
  while (performance.now() - lastMs < quietMs) await wait(100)
  await page.close()
  return await Promise.all(loaded)
}

/** Measures the milliseconds from the click on "next" until the next rows are painted. */
async function turnPage(page: Page): Promise<number> {
  return await page.evaluate(
    async (label) => {
      const read = () => document.querySelector('tbody')?.textContent ?? ''
      const before = read()
      const button = document.querySelector<HTMLButtonElement>(`nav button[aria-label="${label}"]`)
      const startMs = performance.now()
      button?.click()
      return await new Promise<number>((resolve) => {
        const look = () => {
          const isTurned = read() !== before && read().trim() !== ''
          if (isTurned) setTimeout(() => resolve(performance.now() - startMs))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
    },
    translate('en_US', 'ui.table.next'),
  )
}

/** Shows every column and turns pages. @returns milliseconds from the end of the reply until its rows are painted */
async function paintAllColumns(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: translate('en_US', 'ui.table.columns') }).click()
  const boxes = page.getByRole('dialog').getByRole('checkbox', { checked: false })
  await boxes.first().waitFor()
  while ((await boxes.count()) > 0) await boxes.first().check()
  // Begins at the first page with an empty cache.
  await page.goto(new URL('/order/list', page.url()).href)
  await page.waitForSelector('tbody tr a')
  await wait(quietMs)
  const times: number[] = []
  for (let turn = 0; turn < paints; turn++) {
    await page.evaluate(() => performance.clearResourceTimings())
    await turnPage(page)
    const ms = await page.evaluate(() => {
      const replies = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const reply = replies.findLast(({ name }) => name.endsWith('/restful/orders/list'))
      if (!reply) throw new Error('The page was turned without a reply.')
      return performance.now() - reply.responseEnd
    })
    times.push(ms)
    await wait(quietMs)
  }
  return times
}

/** Measures the milliseconds from the click on "New case" until the dialog is painted, and closes the dialog. */
async function openDialog(page: Page): Promise<number> {
  const ms = await page.evaluate(
    async (label) => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')]
      const button = buttons.find((one) => one.textContent?.includes(label))
      const startMs = performance.now()
      button?.click()
      return await new Promise<number>((resolve) => {
        const look = () => {
          const isOpen = document.querySelector('[role="dialog"] input') !== null
          if (isOpen) setTimeout(() => resolve(performance.now() - startMs))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
    },
    translate('en_US', 'orders.newCase'),
  )
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return ms
}

/** Formats bytes as kilobytes. */
export const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
const sum = (files: readonly Loaded[]) => files.reduce((total, { bytes }) => total + bytes, 0)

/** Adds up the brotli bytes of build output. Small files count uncompressed, because they have no `.br` file. */
export function weighBuilt(pattern: string): number {
  return globSync(`apps/web/dist/assets/${pattern}`, { cwd: root })
    .map((path) => {
      const packed = globSync(`${path}.br`, { cwd: root })[0] ?? path
      return statSync(join(root, packed)).size
    })
    .reduce((total, bytes) => total + bytes, 0)
}

function report(figures: Figures, scale: Scale): Section {
  const { signIn, list, turnsMs, dialogsMs, allColumnsMs, desktop, mobile, listMobile } = figures
  const biggest = (files: readonly Loaded[]) =>
    files
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, 3)
      .map(({ name, bytes }) => `${name.replace(/^.*\/([\w-]+?)-[\w-]{8}(\.\w+)$/, '$1$2')} ${kb(bytes)}`)
      .join(', ')
  printStep(`sign-in loads ${signIn.length} files, the case list ${list.length}`)
  return {
    title: 'Pages',
    notes: [
      'Scripts and styles that Chromium loads from the built app of a real server, as transferred bytes (brotli), with the ' +
        'texts of one language. Texts and viewer: from the built files.',
      `Paint: from the click to the frame that shows the result, with network and database; medians of ${paints}. Minima: page turn ` +
        `${show(Math.min(...turnsMs))} ms, dialog ${show(Math.min(...dialogsMs))} ms. ` +
        `Lighthouse: medians of ${Math.min(scale.rounds, 3)}.`,
      `Largest files of the sign-in page: ${biggest(signIn)}. Of the case list: ${biggest(list)}.`,
    ],
    columns: [],
    rows: [],
    verdicts: [
      ...weights(sum(signIn), sum(list), weighTexts(), weighViewer()),
      atMost('page turn to paint', medianOf(turnsMs), 80, (ms) => `${show(ms)} ms`),
      atMost('dialog to paint', medianOf(dialogsMs), 80, (ms) => `${show(ms)} ms`),
      atMost(
        'rows with all columns, from the reply to paint',
        medianOf(allColumnsMs),
        200,
        (ms) => `${show(ms)} ms`,
      ),
      atLeast('Lighthouse, mobile, performance of the case list', medianOf(listMobile.performance), 95, show),
      atLeast('Lighthouse, desktop, performance', medianOf(desktop.performance), 95, show),
      atLeast('Lighthouse, mobile, performance', medianOf(mobile.performance), 95, show),
      atLeast(
        'Lighthouse, accessibility',
        Math.min(...desktop.accessibility, ...mobile.accessibility, ...listMobile.accessibility),
        100,
        show,
      ),
    ],
  }
}

function weights(signIn: number, list: number, texts: number, viewer: number): Verdict[] {
  return [
    atMost('sign-in page', signIn, 155_000, kb),
    atMost('case list', list, 205_000, kb),
    atMost('texts of a language, on the screen that loads most', texts, 15_000, kb),
    atMost('viewer, without its worker', viewer, 150_000, kb),
  ]
}
