import type { ImagePurpose } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { defineHook } from '../../platform/hooks.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** Purposes of pictures of messages and support requests. Only the uploader can read such a picture before it is sent. */
export const sentPurposes = ['message', 'workorder'] as const satisfies readonly ImagePurpose[]
export type SentPurpose = (typeof sentPurposes)[number]

const readers = new Map<SentPurpose, (scope: Scope) => RawBuilder<boolean>>()

/**
 * Registers the SQL condition under which a caller may read sent pictures of a purpose. In it, `i` is the row
 * of the picture.
 */
export const registerImageReaders = (
  purpose: SentPurpose,
  isReadable: (scope: Scope) => RawBuilder<boolean>,
): void => void readers.set(purpose, isReadable)

/** Returns the condition for reading the sent picture `i` of this purpose; false if no readers are registered. */
export const isReadableImage = (scope: Scope, purpose: SentPurpose): RawBuilder<boolean> =>
  readers.get(purpose)?.(scope) ?? sql`false`

/** Runs before the server returns a picture to a reader. */
export const imageRead =
  defineHook<[database: Database, scope: Scope, image: { id: string; purpose: ImagePurpose }]>()
