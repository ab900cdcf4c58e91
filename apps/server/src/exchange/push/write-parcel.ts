import { Readable } from 'node:stream'
import type { OrderDocument, OrderFile, PushFormat, WebhookMessage } from '@pontic/contract'
import { cleanName, uniqueNames } from '../../platform/storage/names.ts'
import { type SerializedDocument, serializeExocadProject } from '../order-documents/write-exocad.shared.ts'
import { serializeFhirBundle } from '../order-documents/write-fhir.shared.ts'
import { serializePonticJson } from '../order-documents/write-pontic.shared.ts'
import type { PushedCase } from './pushed-case.service.ts'

/** A file that a delivery writes: either a file of the case, by its hash in storage, or the bytes of a generated file. */
export type ParcelFile = { path: string } & ({ bytes: Buffer } | { sha256: string; sizeBytes: number })

/** The options of a setting that determine the content of a delivery. */
export type DeliveryOptions = { format: PushFormat; includesFiles: boolean }

/**
 * Lists the files that a delivery writes into the folder of the order, which is named after the order's number. File names
 * are unique. The document comes last, so that the folder is complete when the document exists. If the organization can no
 * longer read the order, the only file is `withdrawn.json`.
 */
export function packParcel(pushed: PushedCase, options: DeliveryOptions): ParcelFile[] {
  if (pushed.content === undefined) return [toWithdrawalFile(pushed)]
  const { document, files } = pushed.content
  const taken = options.includesFiles || options.format === 'files' ? files : []
  const layout = layOut({ ...document, files: toDocumentFiles(document, taken) }, taken, options.format)
  const originals = taken.map(({ sha256, sizeBytes }, index) => ({
    path: `${layout.folder}/${layout.fileNames[index]}`,
    sha256: sha256 ?? '',
    sizeBytes,
  }))
  const { document: written } = layout
  return written === undefined
    ? originals
    : [...originals, { path: `${layout.folder}/${written.name}`, bytes: written.bytes }]
}

type Layout = { folder: string; fileNames: string[]; document: SerializedDocument | undefined }

const writers = { pontic: serializePonticJson, fhir: serializeFhirBundle } as const

function layOut(document: OrderDocument, files: readonly OrderFile[], format: PushFormat): Layout {
  if (format === 'exocad') return serializeExocadProject(document)
  const folder = cleanName(document.number)
  const names = files.map(({ name }) => name)
  if (format === 'files') return { folder, fileNames: uniqueNames(names), document: undefined }
  const write = writers[format]
  // `uniqueNames` does not change the first name, which is the document's. The document contains the unique names of the files.
  const [, ...fileNames] = uniqueNames([write(document).name, ...names])
  const named = document.files.map((file, index) => ({ ...file, name: fileNames[index] ?? file.name }))
  return { folder, fileNames, document: write({ ...document, files: named }) }
}

const toDocumentFiles = (document: OrderDocument, files: readonly OrderFile[]): OrderDocument['files'] =>
  files.length === 0 ? [] : document.files

// Creates a note for an organization that can no longer read the order. Contains the delivered step, but not the order.
function toWithdrawalFile(pushed: PushedCase): ParcelFile {
  const bytes = Buffer.from(
    `${JSON.stringify(toWebhookMessage(pushed, { format: 'pontic', includesFiles: false }), null, 2)}\n`,
  )
  return { path: `${cleanName(pushed.number)}/withdrawn.json`, bytes }
}

/** Creates the webhook message for one step of an order. */
export function toWebhookMessage(
  pushed: PushedCase,
  { format, includesFiles }: DeliveryOptions,
): WebhookMessage {
  const { organizationId, orderId, number, step, content } = pushed
  const files = includesFiles && content ? content.files : []
  const document = content && { ...content.document, files: toDocumentFiles(content.document, files) }
  const isBundle = format === 'fhir'
  return {
    type: `order.${step.kind}`,
    timestamp: step.at,
    data: {
      organizationId,
      orderId,
      number,
      version: content?.version ?? null,
      step,
      order: document && !isBundle ? document : null,
      bundle: document && isBundle ? JSON.parse(serializeFhirBundle(document).bytes.toString('utf8')) : null,
      files: files.map(({ id, name, role, sizeBytes, sha256 }) => ({
        id,
        name,
        role,
        sizeBytes,
        sha256: sha256 ?? '',
        path: `/restful/orders/${orderId}/files/${id}`,
      })),
    },
  }
}

/** Opens a file that a delivery writes as a stream. @returns the stream and its length in bytes */
export async function openParcelFile(
  file: ParcelFile,
  openFile: (sha256: string) => Promise<Readable>,
): Promise<{ content: Readable; sizeBytes: number }> {
  if ('bytes' in file) return { content: Readable.from([file.bytes]), sizeBytes: file.bytes.length }
  return { content: await openFile(file.sha256), sizeBytes: file.sizeBytes }
}
