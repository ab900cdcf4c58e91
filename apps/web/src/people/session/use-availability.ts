import { useDebouncedValue } from '@mantine/hooks'
import { Email, type FieldKey, OrganizationName, readInput } from '@pontic/contract'
import type * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'

/** Availability of a name or address: `unknown` while it is incomplete or if the check failed. */
export type Availability = 'unknown' | 'checking' | 'free' | 'taken'

const typingMs = 500

/**
 * Validates a field while the user types.
 * @param atOnce errors to show at each key press; others are shown after a pause, because half an address is invalid too
 * @returns a key of `fields`; undefined for an empty field
 */
export function useTypedError<S extends z.ZodMiniType>(
  schema: S,
  typed: string,
  atOnce: readonly FieldKey[] = [],
): FieldKey | undefined {
  const [rested] = useDebouncedValue(typed, typingMs)
  if (typed === '') return undefined
  const read = readInput(schema, typed)
  const [key] = read.isValid ? [] : Object.values(read.fields)
  return key !== undefined && (rested === typed || atOnce.includes(key)) ? key : undefined
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

/** Whether an organization's name is available, checked after a pause in typing (requirement 5.register.name). */
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
 * Whether an address can register.
 * @param settled the address at the last blur, because few checks a minute are allowed (rules §4)
 */
export function useEmailAvailability(typed: string, settled: string): Availability {
  const now = readInput(Email, typed)
  const asked = readInput(Email, settled)
  const email = asked.isValid ? asked.value : ''
  const check = useRead('accounts.checkEmailAvailable', { body: { email } }, { isEnabled: asked.isValid })
  if (!now.isValid || now.value !== email) return 'unknown'
  return availabilityOf(asked.isValid, check)
}
