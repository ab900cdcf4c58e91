import type { ImagePurpose } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { isReadableImage, type SentPurpose, sentPurposes } from './images.hooks.ts'

/** The columns that are read to reply with the bytes of a picture. */
export type ImageRow = {
  id: string
  purpose: ImagePurpose
  kind: 'jpeg' | 'png'
  sha256: Buffer
  size_bytes: number
}

/** Inserts a picture that is not in use yet. */
export async function createImageRow(
  tx: Tx,
  scope: Scope,
  image: {
    id: string
    purpose: ImagePurpose
    kind: 'jpeg' | 'png'
    sha256: Buffer
    sizeBytes: number
    widthPx: number
    heightPx: number
    now: Date
  },
): Promise<void> {
  await tx
    .insertInto('image')
    .values({
      id: image.id,
      purpose: image.purpose,
      kind: image.kind,
      sha256: image.sha256,
      size_bytes: image.sizeBytes,
      width_px: image.widthPx,
      height_px: image.heightPx,
      account_id: scope.account.id,
      organization_id: scope.organization.id,
      created_at: image.now,
    })
    .execute()
}

/**
 * Finds a picture that the caller may read. Of avatars, logos and covers, everybody may read their own
 * uploads, and active members the pictures that their organization uses. Active members may also read the
 * logos and covers of other active organizations, because the search for partners shows them. The platform
 * may read all of them. A picture of a message or support request is readable only for its uploader until it
 * is sent, and then for everybody who may read that message or support request.
 */
export function findVisibleImage(db: Db | Tx, scope: Scope, id: string): Promise<ImageRow | undefined> {
  return db
    .selectFrom('image as i')
    .innerJoin('organization as o', 'o.id', 'i.organization_id')
    .select(['i.id', 'i.purpose', 'i.kind', 'i.sha256', 'i.size_bytes'])
    .where('i.id', '=', id)
    .where((eb) =>
      eb.and(
        sentPurposes.map((purpose) =>
          eb.or([eb('i.purpose', '!=', purpose), isReadableSent(scope, purpose)]),
        ),
      ),
    )
    .$if(scope.reach === 'own', (query) =>
      query.where((eb) =>
        eb.or([
          eb('i.purpose', 'in', sentPurposes),
          eb('i.account_id', '=', scope.account.id),
          eb.and([
            eb('i.organization_id', '=', scope.organization.id),
            eb('i.used_at', 'is not', null),
            sql<boolean>`${scope.membership === 'active'}`,
          ]),
          eb.and([
            eb('i.purpose', '!=', 'avatar'),
            eb('i.used_at', 'is not', null),
            eb('o.banned_at', 'is', null),
            eb('o.deleted_at', 'is', null),
            sql<boolean>`${scope.membership === 'active'}`,
          ]),
        ]),
      ),
    )
    .$castTo<ImageRow>()
    .executeTakeFirst()
}

/**
 * Returns the condition that picture `i` is an unsent upload of the caller, or belongs to a message or support request
 * that the caller may read.
 */
const isReadableSent = (scope: Scope, purpose: SentPurpose): RawBuilder<boolean> =>
  sql`(i.used_at is null and i.account_id = ${scope.account.id}
    or ${scope.membership === 'active'}::boolean and ${isReadableImage(scope, purpose)})`

/**
 * Marks a picture as used. Avatars and pictures of messages and support requests must be uploads of the
 * caller. Logos and covers must be uploads of the caller's organization. A picture of a message or support
 * request can be used only once.
 * @returns false if no such picture exists
 */
export async function updateImageUsed(
  tx: Tx,
  scope: Scope,
  id: string,
  purpose: ImagePurpose,
  now: Date,
): Promise<boolean> {
  const isSent = sentPurposes.some((sent) => sent === purpose)
  const row = await tx
    .updateTable('image')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('organization_id', '=', scope.organization.id)
    .$if(purpose === 'avatar' || isSent, (query) => query.where('account_id', '=', scope.account.id))
    .$if(isSent, (query) => query.where('used_at', 'is', null))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks pictures as unused. */
export async function updateImagesUnused(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('image')
    .set({ used_at: null })
    .where('id', 'in', [...ids])
    .execute()
}

/** Returns up to `count` unused pictures that were uploaded before `before`. */
export function listUnusedImages(
  db: Db,
  before: Date,
  count: number,
): Promise<{ id: string; sha256: Buffer }[]> {
  return db
    .selectFrom('image')
    .select(['id', 'sha256'])
    .where('used_at', 'is', null)
    .where('created_at', '<', before.toISOString())
    .orderBy('id')
    .limit(count)
    .execute()
}

/** Deletes a picture, unless it was marked as used in the meantime. @returns whether it was deleted */
export async function deleteUnusedImage(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('image')
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
