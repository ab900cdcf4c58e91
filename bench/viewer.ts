import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { launchOf } from '../e2e/browser.ts'
import { findOrInstallChromium } from '../scripts/chromium.ts'
import { weighViewer } from '../scripts/page-weights.ts'
import { printStep, root } from '../scripts/places.ts'
import { buildWebWhenStale } from '../scripts/web-build.ts'
import { atMost, medianOf, type Scale, type Section, show, showRatio, type Verdict } from './figures.ts'
import { kb, weighBuilt, withDemo } from './pages.ts'
import { importPeer } from './peers.ts'
import type { Portal } from './portal.ts'
import { createScanCase, signInAsDentist } from './scan-case.ts'
import { makeScanFile } from './scans.ts'
import { type Opening, openScan, type Target } from './viewer-watch.ts'

const database = 'bench_viewer'
const sizes = { small: 12_000_000, large: 100_000_000 } as const
type Size = keyof typeof sizes
const sizeNames = { small: '12 MB', large: '100 MB' } as const

type Pair = { ours: Opening[]; peers: Opening[] }

/** Compares the time until a preview link shows a scan with that of a viewer that opens the file directly. */
export async function measureViewer(scale: Scale): Promise<Section> {
  await buildWebWhenStale()
  const scans = { small: makeScanFile(sizes.small), large: makeScanFile(sizes.large) }
  return await withDemo(database, ({ portal }) => raceBoth(portal, scans, scale))
}

async function raceBoth(portal: Portal, scans: Record<Size, Buffer>, scale: Scale): Promise<Section> {
  const peer = await servePeer(scans)
  const browser = await chromium.launch(launchOf(findOrInstallChromium()))
  try {
    const targets = {
      small: await shareScan(portal, scans.small),
      large: await shareScan(portal, scans.large),
    }
    const rounds = Math.min(scale.rounds, 3)
    const of = (size: Size) => race(browser, targets[size], peerTarget(peer.url, size, scans[size]), rounds)
    return report({ small: await of('small'), large: await of('large') }, rounds)
  } finally {
    await browser.close()
    await peer.close()
  }
}

/** Uploads a scan to a demo case, waits for its preview, and creates a link to it. */
async function shareScan(portal: Portal, bytes: Buffer): Promise<Target> {
  const client = await signInAsDentist(portal)
  const { id, meshes } = await createScanCase(client, { upper: bytes })
  const levels = meshes[0]!.levels
  const { url } = await client.call('previews.createLink', { body: { id } })
  client.dispose()
  return {
    url: url.replace(/^https?:\/\/[^/]+/, portal.url),
    isMesh: (address) => /\/levels\/\d$|\/preview3d\/files\//.test(address),
    firstCorners: levels[0]!.triangleCount * 3,
    wholeCorners: levels.at(-1)!.triangleCount * 3,
  }
}

const peerPage = `<!doctype html><meta charset="utf-8"><title>peer</title>
<style>body { margin: 0 } #view { width: 100vw; height: 100vh }</style><div id="view"></div>
<script src="o3dv.min.js"></script>
<script>
const name = new URLSearchParams(location.search).get('scan')
new OV.EmbeddedViewer(document.getElementById('view'), {}).LoadModelFromUrlList([name + '.stl'])
</script>`

/** Serves the page of the other viewer with its script, precompressed as in the portal, and the unmodified scans. */
export async function servePeer(scans: Record<Size, Buffer>) {
  // Installs the packages of `bench`, which include the other viewer.
  await importPeer('lighthouse')
  const script = createRequire(join(root, 'bench/package.json')).resolve('online-3d-viewer')
  const packed = brotliCompressSync(readFileSync(script.replace('o3dv.module.js', 'o3dv.min.js')))
  const files: Record<string, { type: string; body: Buffer; isPacked?: true }> = {
    '/': { type: 'text/html', body: Buffer.from(peerPage) },
    '/o3dv.min.js': { type: 'text/javascript', body: packed, isPacked: true },
    '/small.stl': { type: 'model/stl', body: scans.small },
    '/large.stl': { type: 'model/stl', body: scans.large },
  }
  const server = createServer((request, response) => {
    const file = files[(request.url ?? '').split('?')[0] ?? '']
    if (!file) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': file.body.length,
      ...(file.isPacked ? { 'content-encoding': 'br' } : {}),
    })
    response.end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { url, close }
}

function peerTarget(url: string, size: Size, scan: Buffer): Target {
  const corners = scan.readUInt32LE(80) * 3
  return {
    url: `${url}/?scan=${size}`,
    isMesh: (address) => address.endsWith('.stl'),
    // The other viewer omits triangles without an area.
    firstCorners: Math.floor(corners * 0.9),
    wholeCorners: Math.floor(corners * 0.9),
  }
}

/** Opens both viewers alternately, so that other load of the machine affects both equally. */
async function race(browser: Browser, ours: Target, peers: Target, rounds: number): Promise<Pair> {
  const pair: Pair = { ours: [], peers: [] }
  for (let round = 0; round < rounds; round++) {
    pair.ours.push(await openScan(browser, ours))
    pair.peers.push(await openScan(browser, peers))
    printStep(
      `round ${round + 1}: ${show(pair.ours.at(-1)!.firstMs)} ms, peer ${show(pair.peers.at(-1)!.firstMs)} ms`,
    )
  }
  return pair
}

const middle = (openings: readonly Opening[], of: keyof Opening) => medianOf(openings.map((one) => one[of]))

const ms = (value: number) => `${show(value)} ms`
const task = (value: number) => (value < 50 ? '< 50 ms' : ms(value))

function report(figures: Record<Size, Pair>, rounds: number): Section {
  const chunk = weighViewer()
  const workers = weighBuilt('level.worker-*.js')
  const rows = (['small', 'large'] as const).flatMap((size) =>
    (['ours', 'peers'] as const).map((whose) => {
      const openings = figures[size][whose]
      return [
        `${whose === 'ours' ? 'Pontic' : 'online-3d-viewer'}, STL of ${sizeNames[size]}`,
        ms(middle(openings, 'firstMs')),
        kb(middle(openings, 'meshBytes')),
        ms(middle(openings, 'wholeMs')),
        whose === 'ours' ? task(Math.max(...openings.map(({ longestTaskMs }) => longestTaskMs))) : '',
      ]
    }),
  )
  return {
    title: 'Viewer',
    notes: [
      'Compares a preview link in a new browser with online-3d-viewer, which opens the same binary STL. Chromium draws WebGL ' +
        'in software. The network has 20 Mbit/s and a latency of 40 ms. The scans are the real upper arch with its longest edges split, and Gaussian ' +
        'noise of 4 µm.',
      'First picture: from navigation until the whole jaw is drawn for the first time (a pixel is read back). ' +
        `Medians of ${rounds}.`,
      'Longest task: the longest script time of a long task in all rounds, from the first picture until the finest level is ' +
        'drawn. WebGL calls and the browser’s wait for the software renderer are not counted.',
      `The worker that reads levels: ${kb(workers)}.`,
    ],
    columns: ['', 'first picture', 'mesh bytes until then', 'finest mesh', 'longest task meanwhile'],
    rows,
    verdicts: verdicts(figures, chunk),
  }
}

function verdicts({ small, large }: Record<Size, Pair>, chunk: number): Verdict[] {
  const first = (openings: readonly Opening[]) => middle(openings, 'firstMs')
  const bytes = Math.max(...[...small.ours, ...large.ours].map(({ meshBytes }) => meshBytes))
  const longest = Math.max(...[...small.ours, ...large.ours].map(({ longestTaskMs }) => longestTaskMs))
  return [
    atMost('first picture of 12 MB, to the peer', first(small.ours) / first(small.peers), 1 / 10, showRatio),
    atMost('first picture of 100 MB, to the peer', first(large.ours) / first(large.peers), 1 / 60, showRatio),
    atMost(
      'first picture of 100 MB, to that of 12 MB',
      first(large.ours) / first(small.ours),
      1.2,
      showRatio,
    ),
    atMost('mesh bytes until the first picture', bytes, 250_000, kb),
    atMost('viewer, without its workers', chunk, 150_000, kb),
    atMost('longest task while levels stream in', longest, 50, ms),
  ]
}
