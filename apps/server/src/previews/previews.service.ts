import { type FileKind, viewableKinds } from '@pontic/contract'
import { writeAudit } from '../audit/audit.service.ts'
import { findVerifiedFile, readerOf } from '../files/case-files.service.ts'
import { findFileOrder } from '../files/file-access.service.ts'
import { type Content, contentOf } from '../files/sending.service.ts'
import { fail } from '../http/fail.ts'
import type { Scope } from '../http/scope.ts'
import type { Services } from '../services.ts'

const pictureKinds: readonly FileKind[] = ['jpeg', 'png', 'webp']

/**
 * One scan or picture of a case that the caller sees, to be drawn: an individual who may not download looks at it all the
 * same (decisions §4). Called by its role; other files, and the names that people gave, come with the download only.
 * @throws file.not_found
 */
export async function findDrawnContent(
  services: Services,
  scope: Scope,
  { id, fileId }: { id: string; fileId: string },
): Promise<Content> {
  const { db } = services.database
  const order = await findFileOrder(db, scope, id)
  const file = order && (await findVerifiedFile(db, id, fileId, readerOf(scope, order.party)))
  if (order === undefined || file === undefined || !isDrawn(file.kind)) fail('file.not_found')
  await services.database.transaction((tx) =>
    writeAudit(tx, scope, {
      objectType: 'file',
      objectId: file.id,
      subjectOrganizationIds: order.organizationIds,
      detail: { orderId: order.id },
    }),
  )
  return { ...contentOf(services, file), name: `${file.role}.${file.kind}` }
}

const isDrawn = (kind: string | null) => [...viewableKinds, ...pictureKinds].some((one) => one === kind)
