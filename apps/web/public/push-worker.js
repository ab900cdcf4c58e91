// Shows browser notifications and opens their pages. It has no fetch handler, so pages load without it.
self.addEventListener('push', (event) => {
  const notification = event.data?.json()
  if (!notification) return
  const options = {
    body: notification.text,
    // The browser replaces a shown notification with the same tag.
    tag: notification.id,
    icon: '/apple-touch-icon.png',
    data: { path: notification.path },
  }
  event.waitUntil(self.registration.showNotification('Pontic', options))
})

/** Focuses the window that shows the page, or opens a new window. */
async function openPage(path) {
  const { href, origin } = new URL(path, self.location.origin)
  if (origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((one) => one.url === href)
  await (open ? open.focus() : self.clients.openWindow(href))
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})
