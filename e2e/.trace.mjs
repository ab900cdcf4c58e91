import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const exe = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)
const state = '/tmp/casepage-state-alice.json'
const b = await chromium.launch({
  ...(exe ? { executablePath: exe } : {}),
  args: ['--no-sandbox', '--disable-quic', '--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader'],
})
const c = await b.newContext({ viewport: { width: 1280, height: 800 }, storageState: state })
const p = await c.newPage()
p.on('console', (m) => console.log('console', m.text()))
const dev = await c.newCDPSession(p)
await dev.send('Network.enable')
await dev.send('Network.emulateNetworkConditions', {
  offline: false,
  latency: 40,
  downloadThroughput: 2_500_000,
  uploadThroughput: 2_500_000,
})
await p.goto('http://127.0.0.1:18104/order/detail/01a220a9-f350-736d-b364-03279e8d3a19')
await p.waitForTimeout(7000)
const r = await p.evaluate(() =>
  performance
    .getEntriesByType('resource')
    .map(
      (e) =>
        `${Math.round(e.startTime)}-${Math.round(e.responseEnd)} ${e.initiatorType} ${e.name.replace(location.origin, '')} ${e.transferSize}`,
    ),
)
console.log(r.filter((x) => !/\.woff/.test(x)).join('\n'))
console.log(await p.evaluate(() => JSON.stringify(Object.keys(window.earlyCase?.responses ?? { none: 1 }))))
await c.storageState({ path: state })
await b.close()
