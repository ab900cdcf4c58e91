import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/** A row of `order_file`. */
export type FileRow = Selectable<Tables['order_file']>
