import { type Route, routes } from '@pontic/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { templateOf } from './open-api.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Document = { openapi: string; paths: Record<string, Record<string, { operationId: string }>> }

test('the OpenAPI document and the page have each call of the contract, and no other', async () => {
  const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document
  const page = await (await fetch(`${app.url}/docs`)).text()
  expect(document.openapi).toBe('3.1.0')
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  )
  const wanted = Object.entries<Route>(routes).map(
    ([name, route]) => `${name} ${route.method} ${templateOf(route)}`,
  )
  expect(found.sort()).toEqual(wanted.sort())
  for (const name of Object.keys(routes)) expect(page).toContain(`id="${name}"`)
  expect(page).not.toMatch(/<script|https?:\/\//)
})

test('Pontic JSON and the message of a webhook are told as JSON Schema, and the page leads to them', async () => {
  const page = await (await fetch(`${app.url}/docs`)).text()
  for (const name of ['order-document', 'webhook-message']) {
    const path = `/docs/${name}.schema.json`
    const answer = await fetch(app.url + path)
    expect(answer.headers.get('content-type')).toContain('application/schema+json')
    expect(await answer.json()).toMatchObject({ $schema: expect.stringContaining('2020-12'), type: 'object' })
    expect(page).toContain(`href="${path}"`)
  }
})

test('every call of the contract is bound: none answers that it does not exist', async () => {
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = `${route.base ?? '/restful'}${route.path.replace(/:\w+/g, '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f')}`
    const answer = await fetch(app.url + path, { method: route.method })
    const { error } = (await answer.json()) as { error: string }
    expect([name, error === 'request.not_found']).toEqual([name, false])
  }
})

test('the development mailbox is a page to a browser and data to a program, and closed to other hosts', async () => {
  const page = await fetch(`${app.url}/dev/mail`, { headers: { accept: 'text/html' } })
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await (await fetch(`${app.url}/dev/mail`)).json()).toEqual([])
})
