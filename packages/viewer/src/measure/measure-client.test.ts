import { describe, expect, onTestFinished, test } from 'vitest'
import { makeBox, makeSphere } from './bodies.ts'
import { createMeasureClient } from './measure-client.ts'
import { createMeasureHost, type HostMessage } from './measure-host.ts'

/** Connects a client with a host by a message channel, which clones messages like the port of a worker. */
function createPair() {
  const { port1, port2 } = new MessageChannel()
  const receive = createMeasureHost(port2)
  port2.onmessage = ({ data }: MessageEvent<HostMessage>) => void receive(data)
  port1.start()
  onTestFinished(() => {
    port1.close()
    port2.close()
  })
  return createMeasureClient(port1)
}

const rayFromAbove = (id: string, x: number, y: number) => ({
  id,
  origin: [x, y, 100] as const,
  direction: [0, 0, -1] as const,
  near: 0,
  far: Number.POSITIVE_INFINITY,
  isGhost: false,
})

describe('the measuring worker', () => {
  test('picks a point of the mesh that was added last under an id', async () => {
    const client = createPair()
    await client.setMesh('a', makeBox(2, 2, 1))
    await client.setMesh('a', makeBox(2, 2, 5))
    const picked = await client.call('pick', { rays: [rayFromAbove('a', 0.7, 1.1)], snapTan: 0 })
    expect(picked).toEqual({ scanId: 'a', point: [0.7, 1.1, 5], normal: [0, 0, 1], snap: 'surface' })
  })

  test('keeps the page’s own arrays as they are', async () => {
    const client = createPair()
    const sphere = makeSphere(4, 40)
    const before = sphere.indices.slice()
    await client.setMesh('a', sphere)
    expect(sphere.indices).toEqual(before)
    expect(sphere.positions.length).toBeGreaterThan(0)
  })

  test('answers with the reason for a mesh that was removed, and for indices without a vertex', async () => {
    const client = createPair()
    await client.setMesh('a', makeBox(1, 1, 1))
    client.removeMesh('a')
    const at = { scanId: 'a', point: [0, 0, 0], normal: [0, 0, 1], snap: 'surface' } as const
    await expect(client.call('thickness', { at })).rejects.toMatchObject({ reason: 'measure.no_mesh' })
    const damaged = { positions: new Float32Array(9), indices: Uint32Array.of(0, 1, 3) }
    await expect(client.setMesh('b', damaged)).rejects.toMatchObject({ reason: 'measure.failed' })
  })

  test('rejects an aborted call with the reason of its signal, and answers the next call', async () => {
    const client = createPair()
    await client.setMesh('a', makeBox(1, 1, 1))
    const abort = new AbortController()
    const call = client.call('pick', { rays: [rayFromAbove('a', 0.5, 0.4)], snapTan: 0 }, abort.signal)
    abort.abort(new Error('left'))
    await expect(call).rejects.toThrow('left')
    const next = await client.call('pick', { rays: [rayFromAbove('a', 0.5, 0.4)], snapTan: 0 })
    expect(next?.point).toEqual([0.5, 0.4, 1])
  })

  test('rejects running and later calls once it is disposed', async () => {
    const client = createPair()
    const adding = client.setMesh('a', makeSphere(4, 100))
    client.dispose()
    await expect(adding).rejects.toMatchObject({ reason: 'measure.no_mesh' })
    await expect(client.setMesh('b', makeBox(1, 1, 1))).rejects.toMatchObject({ reason: 'measure.no_mesh' })
  })
})
