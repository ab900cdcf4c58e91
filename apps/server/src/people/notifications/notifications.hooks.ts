import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/http/scope.ts'

let condition: (scope: Scope) => RawBuilder<boolean> = () => sql`false`

/** Registers the SQL condition under which a caller may read the patient's name of an order `o` in its notifications. */
export const registerPatientReader = (isReadable: (scope: Scope) => RawBuilder<boolean>): void => {
  condition = isReadable
}

/** Returns the condition under which a caller may read the patient's name of an order `o`. */
export const isPatientReadable = (scope: Scope): RawBuilder<boolean> => condition(scope)
