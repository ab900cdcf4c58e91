import { type Route, routes } from '@pontic/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { templateOf } from './print-open-api.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Document = { openapi: string; paths: Record<string, Record<string, { operationId: string }>> }

test('the OpenAPI document contains each call of the contract, and no other', async () => {
  const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document
  expect(document.openapi).toBe('3.1.0')
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  )
  const wanted = Object.entries<Route>(routes).map(
    ([name, route]) => `${name} ${route.method} ${templateOf(route)}`,
  )
  expect(found.sort()).toEqual(wanted.sort())
})

test('the page of the API reference loads its scripts, the document and the guides from this portal only', async () => {
  const answer = await fetch(`${app.url}/docs`)
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
  const page = await answer.text()
  expect(page).not.toMatch(/https?:\/\/|<script>|<style| style=/)
  const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path)
  expect(scripts).toEqual(['/docs/renderer.js', '/docs/start.js'])
  for (const path of scripts) {
    const script = await fetch(app.url + path, { headers: { 'accept-encoding': 'gzip, br' } })
    expect([path, script.headers.get('content-type')]).toEqual([path, 'text/javascript; charset=utf-8'])
    expect(script.headers.get('content-encoding')).toBe('br')
  }
  const start = await (await fetch(`${app.url}/docs/start.js`)).text()
  for (const path of ['/openapi.json', '/docs/guides']) {
    expect(start).toContain(`'${path}'`)
    expect((await fetch(app.url + path)).status).toBe(200)
  }
})

test('the OpenAPI document has less than 480,000 bytes', async () => {
  const answer = await fetch(`${app.url}/openapi.json`)
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(480_000)
})

test('a client that accepts no compression gets the OpenAPI document uncompressed', async () => {
  const plain = await fetch(`${app.url}/openapi.json`, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.json()).toMatchObject({ openapi: '3.1.0' })
})

test('Pontic JSON and the message of a webhook are described as JSON Schema, and the guides link to them', async () => {
  const guides = await (await fetch(`${app.url}/docs/guides`)).text()
  for (const name of ['order-document', 'webhook-message']) {
    const path = `/docs/${name}.schema.json`
    const answer = await fetch(app.url + path)
    expect(answer.headers.get('content-type')).toContain('application/schema+json')
    expect(await answer.json()).toMatchObject({ $schema: expect.stringContaining('2020-12'), type: 'object' })
    expect(guides).toContain(`(${path})`)
  }
})

test('no call of the contract answers request.not_found', async () => {
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = `${route.base ?? '/restful'}${route.path.replace(/:\w+/g, '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f')}`
    const answer = await fetch(app.url + path, { method: route.method })
    const { error } = (await answer.json()) as { error: string }
    expect([name, error === 'request.not_found']).toEqual([name, false])
  }
})

test('the development mailbox answers HTML to a browser and JSON to a program', async () => {
  const page = await fetch(`${app.url}/dev/mail`, { headers: { accept: 'text/html' } })
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await (await fetch(`${app.url}/dev/mail`)).json()).toEqual([])
})
