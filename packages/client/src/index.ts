/**
 * The portal's SDK for browsers and Node. It provides typed calls, the session, server-sent events and resumable uploads.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'https://pontic.example', language: () => 'en_US' })
 * await client.session.signIn({ username, password, rememberMe: false })
 * const order = await client.call('orders.create', { body: { type: 0, patientName: 'Test Patient' } })
 * const { files } = await client.call('files.announce', { body: { id: order.id, files: [{ name, sizeBytes, role: 'upper' }] } })
 * const uploader = createUploader(client)
 * uploader.add(file, files[0])
 * await uploader.whenIdle()
 * ```
 *
 * Software of an organization calls with an API key. An administrator creates it on the page My organization:
 *
 * ```ts
 * const client = createClient({ baseUrl: 'https://pontic.example', apiKey: process.env.PONTIC_API_KEY })
 * const { list, cursor } = await client.call('inbox.list', { body: { cursor: lastCursor, isWaiting: true } })
 * ```
 */

export { CallError, type CallErrorKey, type ClientErrorKey, clientErrorKeys } from './call-error.ts'
export { type ChangesOptions, type ChangesState, subscribeToChanges } from './changes.ts'
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  pathOf,
  type RequestParts,
  readCallError,
} from './client.ts'
export { loadPasswordDigest, proofFields } from './credentials.ts'
export { defaultDigest, digestInWorker, digestOnThisThread, type FileDigest } from './digest.ts'
export { EventStreamParser } from './event-stream.ts'
export { passwordDigest } from './password.ts'
export type {
  Credentials,
  PasskeyAnswer,
  Proof,
  SecondFactorAnswer,
  SessionChange,
  SessionListener,
  SessionManager,
  StoredSession,
} from './session.ts'
export {
  browserStores,
  type KeyStore,
  memoryStore,
  memoryStores,
  type SessionStores,
  sessionKey,
} from './session-stores.ts'
export type { RetryPace, Upload, UploadStatus } from './upload-task.ts'
export {
  createUploader,
  matchesAnnounced,
  type Uploader,
  type UploaderOptions,
  type UploadTotals,
} from './uploads.ts'
