import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { sessionKey } from '@pontic/client'
import { launchOf } from '../e2e/browser.ts'
import { waitForScans } from '../e2e/viewer.ts'
import { openTool, viewOf } from '../e2e/viewer-panels.ts'
import { findOrInstallChromium } from '../scripts/chromium.ts'
import { printStep } from '../scripts/places.ts'
import { buildWebWhenStale } from '../scripts/web-build.ts'
import { atLeast, atMost, medianOf, type Scale, type Section, show, showRatio } from './figures.ts'
import { type Frame, forgetFirst, orbit, waitForCorners, waitForFirst, watchFrames } from './frame-watch.ts'
import { withDemo } from './pages.ts'
import type { Portal } from './portal.ts'
import { createScanCase, signInAsDentist } from './scan-case.ts'
import { makeScanFile } from './scans.ts'
import { servePeer } from './viewer.ts'

const database = 'bench_viewer_use'
const pairBytes = 500_000 * 50 + 84
const largeBytes = 43_000_000
const loadLimitMs = 240_000
const settleMs = 1_500

const ms = (value: number) => `${show(value)} ms`
const mb = (value: number) => `${Math.round(value / 1e6)} MB`

/** Measures a viewer in use: orbits with maps, memory, opening a case again, and orbits beside another viewer. */
export async function measureViewerUse(scale: Scale): Promise<Section> {
  await buildWebWhenStale()
  return await withDemo(database, ({ portal }) => measureUse(portal, scale))
}

async function measureUse(portal: Portal, scale: Scale): Promise<Section> {
  const large = makeScanFile(largeBytes)
  const peer = await servePeer({ small: large, large })
  const executable = findOrInstallChromium()
  const browser = await chromium.launch(launchOf(executable))
  try {
    const client = await signInAsDentist(portal)
    const upper = makeScanFile(pairBytes)
    const lower = makeScanFile(pairBytes, 'case0-lower-teeth.obj')
    const pair = await createScanCase(client, { upper, lower })
    const one = await createScanCase(client, { upper: large })
    const session = JSON.stringify(client.session.current())
    const visit: Visit = { portal, session }
    const maps = await measureMaps(executable, visit, pair.id)
    const warm = await measureWarm(browser, visit, pair.id, scale.rounds)
    const frames = await raceOrbits(
      browser,
      visit,
      one.id,
      `${peer.url}/?scan=large`,
      Math.min(scale.rounds, 3),
    )
    client.dispose()
    return report(maps, warm, frames)
  } finally {
    await browser.close()
    await peer.close()
  }
}

/** A portal and the stored session of the dentist. */
type Visit = { portal: Portal; session: string }

async function openSignedIn(browser: Browser, { portal, session }: Visit): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin: portal.url, localStorage: [{ name: sessionKey, value: session }] }],
    },
  })
  const page = await context.newPage()
  await watchFrames(page)
  return page
}

const pathOf = (id: string) => `/order/detail/${id}`

async function openCase(page: Page, { portal }: Visit, id: string, count: number): Promise<void> {
  await page.goto(`${portal.url}${pathOf(id)}`)
  await waitForScans(page, count)
  await viewOf(page).getByText('Loading details').waitFor({ state: 'detached', timeout: loadLimitMs })
}

type Maps = { frames: Frame[]; rendererBytes: number; emptyBytes: number }

/** Opens the contacts of two scans in a browser of its own, and orbits them. Memory is that of its renderer process. */
async function measureMaps(executable: string | undefined, visit: Visit, id: string): Promise<Maps> {
  printStep('measuring two scans with maps')
  const browser = await chromium.launch(launchOf(executable))
  try {
    const page = await openSignedIn(browser, visit)
    await page.goto(`${visit.portal.url}/order/list`)
    await page.locator('tbody tr').first().waitFor()
    const emptyBytes = await rendererBytesOf(browser)
    await openCase(page, visit, id, 2)
    const panel = await openTool(page, 'k', 'Contacts and clearance')
    await panel
      .getByText(/Computing the colours|details are still loading/)
      .waitFor({ state: 'detached', timeout: loadLimitMs })
    await panel.locator('dl').waitFor()
    const frames = await orbit(page)
    return { frames, emptyBytes, rendererBytes: await rendererBytesOf(browser) }
  } finally {
    await browser.close()
  }
}

/**
 * Returns the private memory of the browser's largest renderer process (Linux): heaps, buffers and code of the page and its
 * workers. The renderer of WebGL has a process of its own, as with a graphics card.
 */
async function rendererBytesOf(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const rollup = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')
      const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].map(([, size]) =>
        Number(size),
      )
      return kilobytes.reduce((sum, size) => sum + size, 0) * 1024
    })
  return Math.max(...sizes)
}

/** Opens a case from the list, again and again. @returns the times from the click until the first picture, in milliseconds */
async function measureWarm(browser: Browser, visit: Visit, id: string, rounds: number): Promise<number[]> {
  printStep('opening a case again')
  const page = await openSignedIn(browser, visit)
  await openCase(page, visit, id, 2)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(`${visit.portal.url}/order/list`)
    const link = page.locator(`a[href="${pathOf(id)}"]`).first()
    await link.waitFor()
    // Lets the list finish its work after the first paint.
    await wait(settleMs)
    const startMs = await forgetFirst(page)
    await link.click()
    times.push((await waitForFirst(page)) - startMs)
    printStep(`first picture after ${ms(times.at(-1)!)}`)
  }
  await page.context().close()
  return times
}

type Pair = { ours: number[]; peers: number[] }

/** Orbits the same scan in both viewers in turns. @returns the times of their frames, in milliseconds */
async function raceOrbits(browser: Browser, visit: Visit, id: string, peerUrl: string, rounds: number) {
  printStep('orbiting an STL of 43 MB in both viewers')
  const ours = await openSignedIn(browser, visit)
  await openCase(ours, visit, id, 1)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const peers = await context.newPage()
  await watchFrames(peers)
  await peers.goto(peerUrl)
  await waitForCorners(peers, 1_000_000, loadLimitMs)
  const pair: Pair = { ours: [], peers: [] }
  const wholeTimes = (frames: Frame[]) => frames.map(({ wholeMs }) => wholeMs)
  for (let round = 0; round < rounds; round += 1) {
    await ours.bringToFront()
    pair.ours.push(...wholeTimes(await orbit(ours)))
    await peers.bringToFront()
    pair.peers.push(...wholeTimes(await orbit(peers)))
  }
  await ours.context().close()
  await context.close()
  return pair
}

function report(maps: Maps, warm: readonly number[], frames: Pair): Section {
  const scripts = maps.frames.map(({ scriptMs }) => scriptMs)
  const [ours, peers] = [medianOf(frames.ours), medianOf(frames.peers)]
  return {
    title: 'Viewer in use',
    notes: [
      'Chromium draws WebGL in software, in a process of its own. Signed in, at 1280 × 800, without a limit of the network.',
      `Script time of a frame: its animation callback without WebGL calls. ${scripts.length} frames of an orbit around two scans of 500,000 triangles with contacts shown.`,
      `Memory: private memory of the page's process, with workers, after the orbit. The case list alone has ${mb(maps.emptyBytes)}.`,
      'Opening again: from the click in the case list until the first picture is drawn, when the levels are in the browser.',
      `Orbit frames: until a pixel can be read back. Pontic draws moving pictures with fewer pixels and coarse levels where the browser draws in software, and the last one completely. Medians of ${frames.ours.length} and ${frames.peers.length} frames.`,
    ],
    columns: ['what', 'figure'],
    rows: [
      ['script time of an orbit frame with maps, median', ms(medianOf(scripts))],
      ['script time of an orbit frame with maps, slowest', ms(Math.max(...scripts))],
      ['memory of the page with two scans of 500,000 triangles and maps', mb(maps.rendererBytes)],
      ['first picture of a case that was open before, median', ms(medianOf(warm))],
      ['orbit frame, STL of 43 MB, Pontic', ms(ours)],
      ['orbit frame, STL of 43 MB, online-3d-viewer', ms(peers)],
    ],
    verdicts: [
      atMost('script time of an orbit frame with maps', medianOf(scripts), 4, ms),
      atMost('memory of the page with two scans and maps', maps.rendererBytes, 400_000_000, mb),
      atMost('first picture of a case that was open before', medianOf(warm), 400, ms),
      atLeast('orbit frames of 43 MB, to the peer', peers / ours, 4, showRatio),
    ],
  }
}
