import { Readable } from 'node:stream'
import type { PushEvent, PushFormat, TransferKind } from '@pontic/contract'
import { fail } from '../../platform/http/fail.ts'
import type { Services } from '../../platform/services.ts'
import { openTransport } from '../../platform/transports/open-transport.ts'
import { decryptSecrets } from '../../platform/transports/transfer-secrets.ts'
import { secretContext } from './push.shared.ts'
import { readPushedCase } from './pushed-case.service.ts'
import { callWebhook } from './webhook.ts'
import { openParcelFile, packParcel, toWebhookMessage } from './write-parcel.ts'

/** A delivery with the fields of its setting that the sender needs. */
export type DueDelivery = {
  id: string
  settingId: string
  /** The organization that owns the setting, null for the platform. */
  ownerId: string | null
  organizationId: string | null
  orderId: string | null
  orderEventId: string | null
  event: PushEvent | null
  kind: TransferKind
  address: string
  folder: string
  bucket: string | null
  region: string | null
  userName: string | null
  hostFingerprint: string | null
  secrets: Buffer | null
  format: PushFormat
  includesFiles: boolean
}

/** The response to an attempt. `status`: null if the setting is not a webhook. `answer`: the start of the response body. */
export type SendResult = { status: number | null; answer: string; retryAfterMs: number }

const emptyResult: SendResult = { status: null, answer: '', retryAfterMs: 0 }

/**
 * Attempts a delivery once.
 * @returns the receiver's response, also one with an error status
 * @throws transport.* if the receiver can't be reached, push.case_gone
 */
export async function sendDelivery(services: Services, due: DueDelivery): Promise<SendResult> {
  return due.kind === 'webhook' ? await sendMessage(services, due) : await sendParcel(services, due)
}

type DueCase = { organizationId: string; orderId: string; orderEventId: string; event: PushEvent }

// A test has no order.
function caseOf({ organizationId, orderId, orderEventId, event }: DueDelivery): DueCase | undefined {
  if (organizationId === null || orderId === null || orderEventId === null || event === null) return undefined
  return { organizationId, orderId, orderEventId, event }
}

async function sendMessage(
  { database, encryptor, config, now }: Services,
  due: DueDelivery,
): Promise<SendResult> {
  const target = caseOf(due)
  const message = target
    ? toWebhookMessage(await readPushedCase(database, target), due)
    : { type: 'pontic.test', timestamp: now().toISOString(), data: {} }
  return await callWebhook({
    address: due.address,
    secret:
      decryptSecrets(encryptor, due, secretContext(due.settingId)).password ??
      fail('transport.login_refused'),
    id: due.id,
    body: JSON.stringify(message),
    now: now(),
    allowsPrivate: config.transports.allowsPrivate,
  })
}

async function sendParcel(
  { database, storage, encryptor, config }: Services,
  due: DueDelivery,
): Promise<SendResult> {
  const target = caseOf(due)
  const parcel = target ? packParcel(await readPushedCase(database, target), due) : undefined
  const secrets = decryptSecrets(encryptor, due, secretContext(due.settingId))
  const transport = await openTransport(due, secrets, config.transports)
  try {
    if (parcel === undefined) {
      const bytes = Buffer.from('A test by Pontic. This file is removed again.\n')
      const path = `pontic-test-${due.id}.txt`
      await transport.write(path, Readable.from([bytes]), bytes.length)
      await transport.remove(path)
      return emptyResult
    }
    for (const file of parcel) {
      const { content, sizeBytes } = await openParcelFile(file, (sha256) => storage.openFile(sha256))
      await transport.write(file.path, content, sizeBytes)
    }
    return emptyResult
  } finally {
    await transport.close()
  }
}
