/** A push subscription of a browser. */
export type BrowserSubscription = { endpoint: string; publicKey: string; secret: string }

/** Whether this browser supports push. Service workers need https or localhost. */
export const canBePushed = (): boolean =>
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
 * @throws what the browser throws, if it has no push service or can't reach it
 */
export async function subscribeBrowser(portalKey: string): Promise<BrowserSubscription> {
  await navigator.serviceWorker.register('/push-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription with another key can't be reused.
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(portalKey),
  })
  return {
    endpoint: made.endpoint,
    publicKey: textOf(made.getKey('p256dh')),
    secret: textOf(made.getKey('auth')),
  }
}

/** Ends this browser's subscription, if it has one. */
export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
