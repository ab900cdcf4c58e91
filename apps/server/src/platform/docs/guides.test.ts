import { passwordDigest } from '@pontic/client'
import { errors, limits, passwordDigestSalt, pushEvents, type Route, routes } from '@pontic/contract'
import { expect, test } from 'vitest'
import { readGuides } from './docs-pages.ts'

const guides = readGuides()
const shapeOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}|:\w+/g, '*')}`

test('each call that a guide names exists', () => {
  const known = new Set(
    Object.values<Route>(routes).map(({ method, base = '/restful', path }) => shapeOf(method, base + path)),
  )
  const uploads = /^(POST|HEAD|PATCH|DELETE) \/restful\/uploads/
  const named = [...guides.matchAll(/\b(GET|POST|PUT|DELETE) (\/(?:restful|oauth)[\w/{}]+)/g)]
  expect(named.length).toBeGreaterThan(20)
  for (const [whole, method = '', path = ''] of named) {
    if (uploads.test(whole)) continue
    expect([whole, known.has(shapeOf(method, path))]).toEqual([whole, true])
  }
})

test('each error key, permission and push event that a guide names exists', () => {
  const features = new Set(Object.keys(errors).map((key) => key.split('.')[0]))
  const permissions = new Set(Object.values<Route>(routes).map(({ permission }) => permission as string))
  const steps = new Set(pushEvents.map((event) => `order.${event}`))
  const named = [...guides.matchAll(/`(\w+\.\w+)`/g)].flatMap(([, key = '']) =>
    features.has(key.split('.')[0]) ? [key] : [],
  )
  for (const key of named)
    expect([key, key in errors || permissions.has(key) || steps.has(key)]).toEqual([key, true])
})

test('each link of a guide to a heading leads to an existing heading', () => {
  const anchors = [...guides.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  )
  for (const [, anchor = ''] of guides.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors).toContain(anchor)
})

test('the guides contain the password digest of the client and the limits of the server', () => {
  expect(guides).toContain(passwordDigest('floss daily 7'))
  expect(guides).toContain(`"${passwordDigestSalt}"`)
  expect(guides).toContain(`at most ${limits.apiKeyCallsPerMinute} calls a minute`)
  expect(guides).toContain(`The access token lasts ${limits.accessTokenMinutes} minutes`)
  expect(guides).toContain(`sends up to ${limits.pushReplayMax} of them again`)
  expect(guides).toContain(`continued for ${limits.uploadDays} days`)
  expect(limits.pushRetryDays).toBe(3)
  expect(limits.idempotencyHours).toBe(24)
})
