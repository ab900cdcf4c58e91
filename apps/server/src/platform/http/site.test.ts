import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { selectVariant } from '@pontic/contract'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveWebApp } from './site.ts'

const page = '<!doctype html><div id="root"></div><div id="frame"><img src="/favicon.svg" /></div>'

const screenFiles = {
  '/login': {
    files: ['assets/Login-1.js', 'assets/door-1.css'],
    texts: { en_US: ['en.js'], zh_CN: ['zh.js'] },
  },
  '/order/list': { files: [], texts: { en_US: [], zh_CN: [] } },
  '/order/discarded': {
    files: ['assets/Discarded-1.js'],
    texts: { en_US: [], zh_CN: [] },
    layout: 'app',
    titles: { en_US: 'Discarded cases', zh_CN: '已删除 <i> & $&' },
  },
  '/order/detail/$id': { files: ['assets/Order-1.js'], texts: { en_US: ['en.js'], zh_CN: ['zh.js'] } },
}

async function serve(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pontic-site-'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(page))
  await writeFile(join(folder, '.screens.json'), JSON.stringify(screenFiles))
  await mkdir(join(folder, 'assets'))
  for (const name of [
    'level.worker-1.js',
    'scan.worker-1.js',
    'draco.worker-1.js',
    'hash.worker-1.js',
    'Order-1.js',
  ])
    await writeFile(join(folder, 'assets', name), '0')
  const app = Fastify()
  serveWebApp(app, folder)
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

const known = ['/', '/login', '/login/', '/Order/List?status=pending', '/order/detail/0193b0c4']
const unknown = ['/no/such/page', '/order/detail/0193b0c4/more', '/order', '/.env', '/index.html.br']
const data = ['/restful/nothing', '/restful', '/oauth/nothing', '/docs/nothing', '/assets/old-1.js']
const accepts = [undefined, '*/*', 'text/html', 'text/plain', 'application/json']

/** Sends a request with exactly these headers; `fetch` would add an Accept header. */
async function ask(url: string, method: string, headers: Record<string, string | undefined>) {
  const sent = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
  const asked = request(url, { method, headers: ['host', new URL(url).host, ...sent] }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    headers: answer.headers,
    body: Buffer.concat(await answer.toArray()),
  }
}

test.each(accepts)(
  'with Accept: %s every screen answers 200 and any other path 404, both with the page',
  async (accept) => {
    const url = await serve()
    for (const encoding of ['br', 'identity', undefined]) {
      const headers = { accept, 'accept-encoding': encoding }
      for (const [paths, status] of [
        [known, 200],
        [unknown, 404],
      ] as const) {
        for (const path of paths) {
          const answer = await ask(url + path, 'GET', headers)
          expect([path, answer.status, answer.type]).toEqual([path, status, 'text/html; charset=utf-8'])
          expect(answer.headers['cache-control']).toBe('no-cache')
          const isPacked = answer.headers['content-encoding'] === 'br'
          expect(String(isPacked ? brotliDecompressSync(answer.body) : answer.body)).toBe(page)
          const head = await ask(url + path, 'HEAD', headers)
          expect([path, head.status, head.type, head.body.length]).toEqual([path, status, answer.type, 0])
        }
      }
    }
  },
)

test.each(accepts)('an unknown call answers 404 as JSON to Accept: %s', async (accept) => {
  const url = await serve()
  for (const path of data) {
    const answer = await ask(url + path, 'GET', { accept })
    expect([path, answer.status, answer.type]).toEqual([path, 404, 'application/json; charset=utf-8'])
  }
})

test('an unknown path answers 404 with the complete page even if the browser has cached the page', async () => {
  const url = await serve()
  const { headers } = await ask(`${url}/login`, 'GET', {})
  const answer = await ask(`${url}/no/such/page`, 'GET', { 'if-none-match': headers.etag })
  expect([answer.status, String(answer.body)]).toEqual([404, page])
})

const script = (file: string) => `</${file}>; rel=modulepreload`

test.each([
  [
    '/login?redirect=/x',
    'language=zh_CN',
    `${script('assets/Login-1.js')}, </assets/door-1.css>; rel=preload; as=style; crossorigin, ${script('zh.js')}`,
  ],
  ['/order/detail/0193b0c4', 'a=b', `${script('assets/Order-1.js')}, ${script('en.js')}`],
  ['/order/detail/0193b0c4', 'language=xx', script('assets/Order-1.js')],
  ['/order/detail/0193b0c4', 'language=constructor', script('assets/Order-1.js')],
  ['/order/detail/0193b0c4', 'language=__proto__', script('assets/Order-1.js')],
  ['/order/detail/0193b0c4', 'language=toString', script('assets/Order-1.js')],
  ['/', 'language=zh_CN', null],
])(
  'the response to %s with the cookie %s has a Link header with the files of the screen',
  async (path, cookie, link) => {
    const url = await serve()
    const answer = await fetch(url + path, { headers: { accept: 'text/html', cookie } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('link')).toBe(link)
  },
)

test('the page of a screen contains its title in the language of the cookie, and that of a screen without a fixed title none', async () => {
  const url = await serve()
  const read = async (path: string, cookie: string) =>
    (await fetch(url + path, { headers: { accept: 'text/html', cookie } })).text()
  expect(await read('/order/discarded', 'language=zh_CN')).toBe(
    '<!doctype html><div id="root"></div><div id="frame" data-layout="app" aria-hidden="true"><h1>已删除 &lt;i> &amp; $&amp;</h1></div>',
  )
  expect(await read('/order/discarded?x', 'language=constructor')).toContain('<h1>Discarded cases</h1>')
  for (const path of ['/', '/order/detail/0193b0c4', '/no/such/page'])
    expect(await read(path, 'language=zh_CN')).toBe(page)
})

test('the list of screen files is not served', async () => {
  const url = await serve()
  expect((await fetch(`${url}/.screens.json`)).status).not.toBe(200)
})

test('only the workers that unpack scans may compile WebAssembly, and they may load only scripts', async () => {
  const url = await serve()
  const policyOf = async (name: string) => {
    const answer = await fetch(`${url}/assets/${name}`)
    expect(answer.status).toBe(200)
    return answer.headers.get('content-security-policy')
  }
  for (const name of ['level.worker-1.js', 'scan.worker-1.js', 'draco.worker-1.js'])
    expect(await policyOf(name)).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'")
  for (const name of ['hash.worker-1.js', 'Order-1.js']) expect(await policyOf(name)).toBeNull()
})

test('a web app that was built for another variant is refused at the start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pontic-site-'))
  onTestFinished(async () => {
    selectVariant('full')
    await rm(folder, { recursive: true })
  })
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, '.languages.json'), JSON.stringify(['ja_JP']))
  expect(() => serveWebApp(Fastify(), folder)).toThrow(/built with other languages \(ja_JP\)/)
  selectVariant('japan')
  expect(() => serveWebApp(Fastify(), folder)).not.toThrow()
})
