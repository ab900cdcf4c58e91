import { defineHook } from '../hooks.ts'
import type { Services } from '../services.ts'

/** Runs after the database was restored from a backup, before its files are fetched and before a node serves it. */
export const databaseRestored = defineHook<[services: Services]>()
