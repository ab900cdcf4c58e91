import type { ImagePurpose } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { defineHook } from '../../platform/hooks.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** Purposes of pictures that are sent once with a text. They belong to their sender until then, and to the text afterwards. */
export const sentPurposes = ['message', 'workorder'] as const satisfies readonly ImagePurpose[]
export type SentPurpose = (typeof sentPurposes)[number]

const readers = new Map<SentPurpose, (scope: Scope) => RawBuilder<boolean>>()

/** Sets who may read a sent picture, as an SQL condition on the picture `i`. The wing that owns the text registers it. */
export const registerImageReaders = (
  purpose: SentPurpose,
  isReadable: (scope: Scope) => RawBuilder<boolean>,
): void => void readers.set(purpose, isReadable)

/** Whether the caller may read the sent picture `i` of this purpose; false if no wing has registered readers. */
export const isReadableImage = (scope: Scope, purpose: SentPurpose): RawBuilder<boolean> =>
  readers.get(purpose)?.(scope) ?? sql`false`

/** Runs before a sent picture is delivered to a reader. */
export const imageRead =
  defineHook<[database: Database, scope: Scope, image: { id: string; purpose: ImagePurpose }]>()
