import { useDebouncedValue } from '@mantine/hooks'
import { Email, type FieldKey, OrganizationName, readInput } from '@pontic/contract'
import type * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'

/** Availability of a name or address. It is `unknown` before a check, for an invalid value, and after a failed check. */
export type Availability = 'unknown' | 'checking' | 'free' | 'taken'

const typingMs = 500

/**
 * Validates a field while the user types.
 * @param immediate errors that are shown on each key press. Other errors are shown after a pause in typing, because an email
 * address, for example, is invalid until it is complete.
 * @returns a key of `fields`; undefined for an empty field
 */
export function useTypedError<S extends z.ZodMiniType>(
  schema: S,
  typed: string,
  immediate: readonly FieldKey[] = [],
): FieldKey | undefined {
  const [rested] = useDebouncedValue(typed, typingMs)
  if (typed === '') return undefined
  const read = readInput(schema, typed)
  const [key] = read.isValid ? [] : Object.values(read.fields)
  return key !== undefined && (rested === typed || immediate.includes(key)) ? key : undefined
}

type Check = {
  data: { available: boolean } | undefined
  isLoading: boolean
  isStale: boolean
  failure: unknown
}

function availabilityOf(isAsked: boolean, check: Check): Availability {
  if (!isAsked) return 'unknown'
  if (check.isLoading || check.isStale) return 'checking'
  if (check.failure || !check.data) return 'unknown'
  return check.data.available ? 'free' : 'taken'
}

/** Checks after a pause in typing whether an organization's name is available (requirement 5.register.name). */
export function useNameAvailability(typed: string): Availability {
  const [rested] = useDebouncedValue(typed, typingMs)
  const now = readInput(OrganizationName, typed)
  const asked = readInput(OrganizationName, rested)
  const name = asked.isValid ? asked.value : ''
  const check = useRead('organizations.findByName', { body: { name } }, { isEnabled: asked.isValid })
  if (!now.isValid) return 'unknown'
  return now.value === name ? availabilityOf(asked.isValid, check) : 'checking'
}

/**
 * Checks whether an address is available for a registration.
 * @param settled the address at the last blur. Only this address is checked, because few checks a minute are allowed (rules §4).
 */
export function useEmailAvailability(typed: string, settled: string): Availability {
  const now = readInput(Email, typed)
  const asked = readInput(Email, settled)
  const email = asked.isValid ? asked.value : ''
  const check = useRead('accounts.checkEmailAvailable', { body: { email } }, { isEnabled: asked.isValid })
  if (!now.isValid || now.value !== email) return 'unknown'
  return availabilityOf(asked.isValid, check)
}
