import { createECDH, randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { launchOf } from './browser.ts'
import { test } from './people.ts'
import { portalUrl, runSql } from './portal.ts'

// The headless shell shows no notifications, so this file uses a complete Chromium.
test.use({ launchOptions: launchOf(findChromium()) })

/** Replaces the browser's subscription at its push service, which is on the Internet. The keys and the portal's calls are real. */
async function subscribeAnywhere(page: Page, endpoint: string): Promise<void> {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const made = {
    endpoint,
    p256dh: [...keys.getPublicKey()],
    auth: [...randomBytes(16)],
  }
  await page.addInitScript(({ endpoint: address, ...bytes }) => {
    const subscription = {
      endpoint: address,
      getKey: (name: 'p256dh' | 'auth') => Uint8Array.from(bytes[name]).buffer,
      unsubscribe: async () => true,
    }
    PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
  }, made)
}

/** Delivers a message to the browser's service worker, like the push service. */
async function pushTo(page: Page, news: { id: string; text: string; path: string }): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  const registrationId = await registered
  const data = JSON.stringify(news)
  await tools.send('ServiceWorker.deliverPushMessage', { origin: portalUrl, registrationId, data })
}

/**
 * Delivers a message and waits until the browser shows it as its only notification. The page begins to check for notifications
 * before the delivery, because the browser removes a notification after some seconds.
 */
async function expectShownAlone(page: Page, news: { id: string; text: string; path: string }): Promise<void> {
  const wanted = JSON.stringify([{ body: news.text, tag: news.id, path: news.path }])
  const shown = page.evaluate(async (list) => {
    const registration = await navigator.serviceWorker.ready
    for (;;) {
      const all = await registration.getNotifications()
      const parts = all.map(({ body, tag, data }) => ({ body, tag, path: data.path }))
      if (JSON.stringify(parts) === list) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }, wanted)
  await Promise.all([shown, pushTo(page, news)])
}

test('a person enables browser notifications, gets each notification once, and disables them', async ({
  register,
}) => {
  const clinic = await register('clinic', 'alice')
  const page = await clinic.open({ permissions: ['notifications'] })
  const endpoint = `https://push.example.net/p/${randomBytes(8).toString('hex')}`
  await subscribeAnywhere(page, endpoint)
  await page.goto('/myinfo/account')
  const wanted = page.getByRole('switch', { name: 'Notifications of this browser' })
  await expect(wanted).not.toBeChecked()
  const stored = () => runSql('select endpoint from push_subscription where endpoint = $1', [endpoint])
  await wanted.press('Space')
  await expect(wanted).toBeChecked()
  await expect.poll(stored).toHaveLength(1)

  const news = { id: 'one', text: 'Northlight Lab shipped case C26-7F3K9Q', path: '/notifications' }
  await expectShownAlone(page, news)
  // A notification with the same tag replaces the first one.
  await expectShownAlone(page, { ...news, text: 'Northlight Lab shipped case C26-7F3K9Q today' })

  await page.reload()
  await expect(wanted).toBeChecked()
  await wanted.press('Space')
  await expect(wanted).not.toBeChecked()
  await expect.poll(stored).toEqual([])
})

test('the switch for browser notifications can be pressed before its state is loaded', async ({
  register,
}) => {
  const clinic = await register('clinic', 'alice')
  const page = await clinic.open({ permissions: ['notifications'] })
  const endpoint = `https://push.example.net/p/${randomBytes(8).toString('hex')}`
  await subscribeAnywhere(page, endpoint)
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>()
  // The page gets the current setting only after the switch is pressed.
  await page.route('**/restful/notifications/push', async (route) => {
    if (route.request().method() === 'GET') await pressed
    await route.continue()
  })
  await page.goto('/myinfo/account')
  const wanted = page.getByRole('switch', { name: 'Notifications of this browser' })
  await wanted.press('Space')
  await expect(wanted).toBeChecked()
  release()
  const stored = () => runSql('select endpoint from push_subscription where endpoint = $1', [endpoint])
  await expect.poll(stored).toHaveLength(1)
  await expect(wanted).toBeChecked()
})

test('a person whose browser denies notifications sees a hint where to allow them', async ({ register }) => {
  const clinic = await register('clinic', 'alice')
  const page = await clinic.open()
  await page.addInitScript(() => {
    Notification.requestPermission = async () => 'denied'
  })
  await page.goto('/myinfo/account')
  const wanted = page.getByRole('switch', { name: 'Notifications of this browser' })
  await wanted.press('Space')
  await expect(
    page.getByText('Notifications from this site are blocked. Allow them in the browser settings.'),
  ).toBeVisible()
  await expect(wanted).not.toBeChecked()
})
