import { existsSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const line = { offline: false, latency: 40, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000 }
const exe = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)
const base = 'http://127.0.0.1:18104'
const state = '/tmp/casepage-state-alice.json'
const id = process.argv[2]
const browser = await chromium.launch({
  ...(exe ? { executablePath: exe } : {}),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--use-angle=swiftshader-webgl',
    '--enable-unsafe-swiftshader',
  ],
})
// token and link
let url = process.env.LINK
if (!url) {
  const c = await browser.newContext({ storageState: state })
  const p = await c.newPage()
  await p.goto(base + '/order/list')
  await p.waitForTimeout(1500)
  await c.storageState({ path: state })
  const s = JSON.parse(readFileSync(state))
  const token = JSON.parse(
    s.origins[0].localStorage.find((x) => x.value.includes('access_token')).value,
  ).access_token
  const { routes } = await import('@pontic/contract')
  const r = routes['previews.createLink']
  const reply = await (
    await fetch(base + '/restful' + r.path, {
      method: r.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id, days: 1 }),
    })
  ).json()
  url = reply.data?.url
  if (!url) console.log(reply)
  await c.close()
}
const open = async (target, storageState) => {
  const c = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    ...(storageState ? { storageState } : {}),
  })
  const page = await c.newPage()
  await page.addInitScript(() => {
    const draw = WebGL2RenderingContext.prototype.drawElements
    const drawA = WebGL2RenderingContext.prototype.drawArrays
    const note = (gl, count) => {
      if (window.__first === undefined && count >= 3000) {
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
        window.__first = performance.now()
      }
    }
    WebGL2RenderingContext.prototype.drawElements = function (m, count, ...r) {
      draw.call(this, m, count, ...r)
      note(this, count)
    }
    WebGL2RenderingContext.prototype.drawArrays = function (m, f, count) {
      drawA.call(this, m, f, count)
      note(this, count)
    }
  })
  const dev = await c.newCDPSession(page)
  await dev.send('Network.enable')
  await dev.send('Network.emulateNetworkConditions', line)
  await page.goto(target, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.__first !== undefined, undefined, { timeout: 60000, polling: 100 })
  const ms = await page.evaluate(() => window.__first)
  if (storageState) await c.storageState({ path: state })
  await c.close()
  return Math.round(ms)
}
const link = new URL(url)
const a = [],
  b = []
for (let i = 0; i < Number(process.argv[3] ?? 5); i++) {
  b.push(await open(base + link.pathname + link.hash))
  a.push(await open(`${base}/order/detail/${id}`, state))
}
const med = (x) => x.toSorted((p, q) => p - q)[Math.floor(x.length / 2)]
console.log('case', a, 'link', b, 'median', med(a), med(b), 'ratio', (med(a) / med(b)).toFixed(2))
await browser.close()
