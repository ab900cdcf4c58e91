import { setTimeout as wait } from 'node:timers/promises'
import { type Client, createClient, createUploader } from '@pontic/client'
import type { MeshFacts } from '@pontic/contract'
import { demoPassword, demoPeople } from '../apps/server/src/demo/demo-people.ts'
import type { Portal } from './portal.ts'

const pipelineLimitMs = 180_000

/** Signs in as the demo's dentist. Dispose of the client after use. */
export async function signInAsDentist(portal: Portal): Promise<Client> {
  const client = createClient({ baseUrl: portal.url, language: () => 'en_US' })
  await client.session.signIn({
    username: demoPeople.alice.email,
    password: demoPassword,
    rememberMe: false,
  })
  return client
}

/**
 * Creates a case with scans, and waits until their levels are made.
 * @param scans binary STL files by role
 * @returns the id of the case, and the mesh of each scan in the order of `scans`
 * @throws Error if a preview can't be made or takes more than three minutes
 */
export async function createScanCase(
  client: Client,
  scans: Partial<Record<'upper' | 'lower', Buffer>>,
): Promise<{ id: string; meshes: MeshFacts[] }> {
  const { id } = await client.call('orders.create', { body: { type: 0, patientName: 'Measured Smile' } })
  const entries = Object.entries(scans) as ['upper' | 'lower', Buffer][]
  const { files } = await client.call('files.announce', {
    body: {
      id,
      files: entries.map(([role, bytes]) => ({ name: `${role}.stl`, sizeBytes: bytes.length, role })),
    },
  })
  const uploader = createUploader(client)
  for (const [at, [, bytes]] of entries.entries()) uploader.add(new Blob([new Uint8Array(bytes)]), files[at]!)
  await uploader.whenIdle()
  uploader.dispose()
  return { id, meshes: await waitForMeshes(client, id) }
}

async function waitForMeshes(client: Client, id: string): Promise<MeshFacts[]> {
  const untilMs = performance.now() + pipelineLimitMs
  for (;;) {
    const { files } = await client.call('orders.get', { params: { id } })
    const meshes = files.flatMap(({ mesh }) => (mesh ? [mesh] : []))
    if (meshes.length === files.length && meshes.every(({ state }) => state === 'ready')) return meshes
    const failed = meshes.find(({ state }) => state === 'failed')
    if (failed || performance.now() > untilMs)
      throw new Error(`The preview was not made: ${failed?.reason ?? 'no end'}.`)
    await wait(250)
  }
}
