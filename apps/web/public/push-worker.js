// Shows news that was pushed to this browser, and opens its page. It keeps and answers nothing: pages load as without it.
self.addEventListener('push', (event) => {
  const news = event.data?.json()
  if (!news) return
  const options = {
    body: news.text,
    // The same news twice is shown once.
    tag: news.id,
    icon: '/apple-touch-icon.png',
    data: { path: news.path },
  }
  event.waitUntil(self.registration.showNotification('Pontic', options))
})

/** Goes to the page's window if there is one, else opens it. */
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
