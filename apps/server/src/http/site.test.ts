import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { bindWeb } from './site.ts'

const page = '<!doctype html><title>Pontic</title>'

async function serve(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pontic-site-'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(page))
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
