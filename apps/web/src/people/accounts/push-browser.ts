/** A push subscription of a browser, as the server stores it. Keys are base64url. */
export type BrowserSubscription = { endpoint: string; publicKey: string; secret: string }

/** Returns whether this browser supports push. Service workers require https or localhost. */
export const supportsPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const textOf = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Subscribes this browser at its push service.
 * @param portalKey the portal's public key, base64url
 * @throws DOMException if the browser has no push service or can't reach it
 */
export async function subscribeBrowser(portalKey: string): Promise<BrowserSubscription> {
  await navigator.serviceWorker.register('/push-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  // Replaces an older subscription, because it may be for another key of the portal.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(portalKey),
  })
  return {
    endpoint: subscription.endpoint,
    publicKey: textOf(subscription.getKey('p256dh')),
    secret: textOf(subscription.getKey('auth')),
  }
}

/** Removes this browser's subscription, if it has one. */
export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
