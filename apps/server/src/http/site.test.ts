import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { bindWeb } from './site.ts'

const page = '<!doctype html><title>Pontic</title>'

const screenFiles = {
  '/login': {
    files: ['assets/Login-1.js', 'assets/door-1.css'],
    texts: { en_US: ['en.js'], zh_CN: ['zh.js'] },
  },
  '/order/detail/$id': { files: ['assets/Order-1.js'], texts: { en_US: ['en.js'], zh_CN: ['zh.js'] } },
}

async function serve(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pontic-site-'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(page))
  await writeFile(join(folder, '.screens.json'), JSON.stringify(screenFiles))
  await mkdir(join(folder, 'assets'))
  for (const name of ['level.worker-1.js', 'scan.worker-1.js', 'hash.worker-1.js', 'Order-1.js'])
    await writeFile(join(folder, 'assets', name), '0')
  const app = Fastify()
  bindWeb(app, folder)
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

test.each([
  ['/', 'br', 'text/html'],
  ['/', 'identity', 'text/html'],
  ['/', 'identity', '*/*'],
  ['/order/list?status=pending', 'br', 'text/html'],
  ['/order/list?status=pending', 'identity', 'text/html'],
])('%s is answered with the one page in %s to whoever takes %s', async (path, encoding, accept) => {
  const url = await serve()
  const answer = await fetch(url + path, { headers: { accept, 'accept-encoding': encoding } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(await answer.text()).toBe(page)
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
  ['/order/detail/0193b0c4/more', '', null],
  ['/', 'language=zh_CN', null],
])('%s with the cookie %s names what its screen loads', async (path, cookie, link) => {
  const url = await serve()
  const answer = await fetch(url + path, { headers: { accept: 'text/html', cookie } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('link')).toBe(link)
})

test('the list of what screens load is no file that is served', async () => {
  const url = await serve()
  expect((await fetch(`${url}/.screens.json`)).status).not.toBe(200)
})

test('only the workers that unpack scans may compile WebAssembly, and those load nothing', async () => {
  const url = await serve()
  const policyOf = async (name: string) => {
    const answer = await fetch(`${url}/assets/${name}`)
    expect(answer.status).toBe(200)
    return answer.headers.get('content-security-policy')
  }
  for (const name of ['level.worker-1.js', 'scan.worker-1.js'])
    expect(await policyOf(name)).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'")
  for (const name of ['hash.worker-1.js', 'Order-1.js']) expect(await policyOf(name)).toBeNull()
})
