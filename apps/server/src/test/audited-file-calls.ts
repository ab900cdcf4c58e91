import { readFileSync } from 'node:fs'
import { passwordDigest } from '@pontic/client'
import { previewTokenHeader } from '@pontic/contract'
import sharp from 'sharp'
import {
  type AuditedCall,
  type AuditFixtures,
  actorOf,
  caseOf,
  orderRow,
  type Stage,
} from './audited-calls.ts'
import { insertReview } from './design-reviews.ts'
import { insertFile } from './insert-rows.ts'
import { addressOf, as, type Person } from './people.ts'
import { announceFile, hashOf, patchUpload, uploadFile } from './upload.ts'
import { seededType, uploadPicture } from './workorders.ts'

const rig = readFileSync(new URL('../../../../demo/scans/retention-rig-top-attachment.stl', import.meta.url))
const bytes = Buffer.from('solid one\nendsolid one\n')

const fileRow = (
  action:
    | 'files.finish'
    | 'files.setRole'
    | 'files.setUnit'
    | 'files.remove'
    | 'files.download'
    | 'previews.read'
    | 'meshes.level'
    | 'meshes.picture',
  id: string,
  ...whose: Person[]
) => ({
  action,
  object: ['file', id] as const,
  whose: whose.map(({ organizationId }) => organizationId),
})

/** Inserts a case in this status with a scan. */
async function scanIn(stage: Stage, status: 'scanned' | 'pending' | 'completed' = 'pending') {
  const { app, people } = stage
  const id = await caseOf(stage, { status })
  const file = await insertFile(app, { orderId: id, by: people.alice, bytes })
  return { id, fileId: file.id }
}

/** Inserts a scan and builds its levels and picture, once for all fixtures. */
const insertProcessedScan = once(async (stage: Stage) => {
  const { app, people } = stage
  const id = await caseOf(stage, { status: 'pending' })
  const file = await uploadFile(app, people.alice, id, { name: 'rig.stl', bytes: rig, role: 'upper' })
  await app.runJobs()
  return { id, fileId: file.id }
})

/** Creates a preview link to the processed scan. @returns the ids of the case and file, and the headers that open the link */
async function openLink(stage: Stage, password?: string) {
  const { id, fileId } = await insertProcessedScan(stage)
  const { alice } = stage.people
  const made = await as(stage.app, alice).call('previews.createLink', { body: { id, password } })
  const headers = { [previewTokenHeader]: new URL(made.body.data.url).hash.slice(1) }
  return { id, fileId, headers }
}

function once<Result>(make: (stage: Stage) => Promise<Result>): (stage: Stage) => Promise<Result> {
  let made: Promise<Result> | undefined
  return (stage) => (made ??= make(stage))
}

const createdLink =
  (action: 'previews.createLink' | 'previews.createToolsLink', allowsTools: boolean) =>
  async (stage: Stage): Promise<AuditedCall> => {
    const { alice, bob } = stage.people
    const { id } = await scanIn(stage)
    return { by: alice, input: { body: { id, allowsTools } }, rows: [orderRow(action, id, alice, bob)] }
  }

const meshFixture =
  (action: 'meshes.level' | 'meshes.picture', part: Record<string, string>) =>
  async (stage: Stage): Promise<AuditedCall> => {
    const { id, fileId } = await insertProcessedScan(stage)
    const { alice, bob, root } = stage.people
    return {
      by: root,
      input: { params: { id, fileId, ...part } },
      rows: [fileRow(action, fileId, alice, bob)],
    }
  }

const linkFixture =
  (part: Record<string, string>) =>
  async (stage: Stage): Promise<AuditedCall> => {
    const { fileId, headers } = await openLink(stage)
    return { by: undefined, headers, input: { params: { fileId, ...part } } }
  }

const ticketFor = async ({ app }: Stage, by: Person, body: { id: string; fileId?: string }) =>
  (await as(app, by).call('files.createTicket', { body })).body.data.ticket

/** Fixtures of the calls about files, scans and pictures. */
export const fileAuditFixtures: AuditFixtures<'files' | 'previews' | 'meshes' | 'images'> = {
  'files.release': async (stage) => {
    const { alice, bob } = stage.people
    const { id } = await scanIn(stage, 'completed')
    return { by: alice, input: { body: { id } }, rows: [orderRow('orders.release', id, alice, bob)] }
  },
  'files.announce': async (stage) => {
    const id = await caseOf(stage, { status: 'scanned' })
    const { alice } = stage.people
    const files = [{ name: 'upper.stl', sizeBytes: 84, role: 'upper' }]
    return { by: alice, input: { body: { id, files } }, rows: [orderRow('files.announce', id, alice)] }
  },
  'files.finish': {
    'files.finish': async (stage) => {
      const { app, people } = stage
      const { alice, bob } = people
      const id = await caseOf(stage, { status: 'pending' })
      const sender = { app, person: alice }
      const { id: fileId } = await announceFile(sender, id, { name: 'upper.stl', sizeBytes: bytes.length })
      await patchUpload(sender, fileId, 0, bytes)
      const body = { fileId, sha256: hashOf(bytes) }
      return { by: alice, input: { body }, rows: [fileRow('files.finish', fileId, alice, bob)] }
    },
    'orders.reviewRequested': async ({ app, people }) => {
      const { alice, bob } = people
      const { id } = await insertReview(app, people, { state: 'approved' })
      const file = { name: 'crown.stl', sizeBytes: bytes.length, role: 'design' } as const
      const { id: fileId } = await announceFile({ app, person: bob }, id, file)
      await patchUpload({ app, person: bob }, fileId, 0, bytes)
      const rows = [
        fileRow('files.finish', fileId, alice, bob),
        orderRow('orders.reviewRequested', id, alice, bob),
      ]
      return { by: bob, input: { body: { fileId, sha256: hashOf(bytes) } }, rows }
    },
  },
  'files.setRole': {
    'files.setRole': async (stage) => {
      const { alice, bob } = stage.people
      const { fileId } = await scanIn(stage)
      const body = { fileId, role: 'lower' }
      return { by: alice, input: { body }, rows: [fileRow('files.setRole', fileId, alice, bob)] }
    },
    'orders.reviewRequested': async ({ app, people }) => {
      const { alice, bob } = people
      const { id } = await insertReview(app, people, { state: 'approved' })
      const file = { orderId: id, by: bob, bytes, name: 'crown.stl', role: 'other', party: 'lab' } as const
      const { id: fileId } = await insertFile(app, file)
      const rows = [
        fileRow('files.setRole', fileId, alice, bob),
        orderRow('orders.reviewRequested', id, alice, bob),
      ]
      return { by: bob, input: { body: { fileId, role: 'design' } }, rows }
    },
  },
  'files.setUnit': async (stage) => {
    const { app, people } = stage
    const { alice, bob } = people
    const id = await caseOf(stage, { status: 'pending' })
    const { id: fileId } = await uploadFile(app, alice, id, { name: 'rig.stl', bytes: rig, role: 'upper' })
    const body = { fileId, unit: 'cm' }
    return { by: alice, input: { body }, rows: [fileRow('files.setUnit', fileId, alice, bob)] }
  },
  'files.remove': async (stage) => {
    const { alice } = stage.people
    const { fileId } = await scanIn(stage, 'scanned')
    return { by: alice, input: { params: { fileId } }, rows: [fileRow('files.remove', fileId, alice)] }
  },
  'files.download': async (stage) => {
    const { alice, bob } = stage.people
    const { id, fileId } = await scanIn(stage)
    const rows = [fileRow('files.download', fileId, alice, bob)]
    return { by: bob, input: { params: { id, fileId } }, rows }
  },
  'files.createTicket': async (stage) => ({
    by: stage.people.bob,
    input: { body: await scanIn(stage) },
  }),
  'files.downloadByTicket': {
    'files.downloadCase': async (stage) => {
      const { alice, bob } = stage.people
      const { id } = await scanIn(stage)
      const ticket = await ticketFor(stage, bob, { id })
      const rows = [{ ...orderRow('files.downloadCase', id, alice, bob), actor: actorOf(bob) }]
      return { by: undefined, input: { params: { ticket } }, rows }
    },
    'files.download': async (stage) => {
      const { alice, bob } = stage.people
      const { id, fileId } = await scanIn(stage)
      const ticket = await ticketFor(stage, bob, { id, fileId })
      const rows = [{ ...fileRow('files.download', fileId, alice, bob), actor: actorOf(bob) }]
      return { by: undefined, input: { params: { ticket } }, rows }
    },
  },
  'previews.read': async (stage) => {
    const { alice, bob, root } = stage.people
    const id = await caseOf(stage, { status: 'pending' })
    const create = { width: 8, height: 8, channels: 3, background: 'red' } as const
    const photo = await sharp({ create }).png().toBuffer()
    const file = { orderId: id, by: alice, bytes: photo, kind: 'png', role: 'photo' } as const
    const { id: fileId } = await insertFile(stage.app, file)
    const rows = [fileRow('previews.read', fileId, alice, bob)]
    return { by: root, input: { params: { id, fileId } }, rows }
  },
  'previews.open': async (stage) => {
    const { id, headers } = await openLink(stage)
    const actor = { accountId: null, organizationId: null }
    return { by: undefined, headers, rows: [{ ...orderRow('previews.open', id, stage.people.alice), actor }] }
  },
  'previews.progress': async (stage) => ({ by: undefined, headers: (await openLink(stage)).headers }),
  'previews.events': async (stage) => {
    const { headers } = await openLink(stage)
    const send = async () => {
      const leaving = new AbortController()
      const { status } = await fetch(stage.app.url + addressOf('previews.events'), {
        headers,
        signal: leaving.signal,
      })
      // The stream stays open until its reader disconnects.
      leaving.abort()
      return { status, body: '' as never }
    }
    return { by: undefined, send }
  },
  'previews.createLink': {
    'previews.createLink': createdLink('previews.createLink', false),
    'previews.createToolsLink': createdLink('previews.createToolsLink', true),
  },
  'previews.revokeLink': async (stage) => {
    const { alice, bob } = stage.people
    const { id } = await openLink(stage)
    const { list } = (await as(stage.app, alice).call('previews.listLinks', { params: { id } })).body.data
    const body = { id, linkId: list[0]?.id }
    return { by: alice, input: { body }, rows: [orderRow('previews.revokeLink', id, alice, bob)] }
  },
  'previews.unlock': async (stage) => {
    const password = passwordDigest('see-the-scan-7')
    const { headers } = await openLink(stage, password)
    return { by: undefined, headers, input: { body: { password } } }
  },
  'meshes.level': meshFixture('meshes.level', { level: '0' }),
  'meshes.picture': meshFixture('meshes.picture', { size: 'small' }),
  'meshes.openLevel': linkFixture({ level: '0' }),
  'meshes.openPicture': linkFixture({ size: 'small' }),
  'images.create': async ({ people: { alice } }) => ({
    by: alice,
    send: async (app) => ({ status: 200, body: await uploadPicture(app, alice) }),
  }),
  'images.get': async ({ app, people: { alice, root } }) => {
    const imageId = await uploadPicture(app, alice)
    const typeId = await seededType(app)
    const body = { typeId, priority: 'normal', title: 'Grey scan', content: 'It is grey.', imageId } as const
    const { id } = (await as(app, alice).call('workorders.create', { body })).body.data
    return {
      by: root,
      input: { params: { id: imageId } },
      rows: [{ action: 'workorders.picture', object: ['work_order', id], whose: [alice.organizationId] }],
    }
  },
}

/** Creates the fixture of the termination of an upload, the only audited call outside the route table. */
export async function createTermination(stage: Stage): Promise<AuditedCall> {
  const { app, people } = stage
  const { alice } = people
  const id = await caseOf(stage, { status: 'scanned' })
  const file = await announceFile({ app, person: alice }, id, { name: 'upper.stl', sizeBytes: 84 })
  return {
    by: alice,
    status: 204,
    send: async () => {
      const headers = { authorization: `Bearer ${alice.token}`, 'tus-resumable': '1.0.0' }
      const answer = await fetch(`${app.url}/restful/uploads/${file.id}`, { method: 'DELETE', headers })
      return { status: answer.status, body: {} }
    },
    rows: [fileRow('files.remove', file.id, alice)],
  }
}
