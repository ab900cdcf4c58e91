import type { Db } from '../../platform/db/database.ts'
import { defineHook } from '../../platform/hooks.ts'

/** Runs at the start of `replayErasures`. The database may have been restored from a backup. */
export const replayStarted = defineHook<[db: Db]>()
