import { useDebouncedValue } from '@mantine/hooks'
import { Email, type FieldKey, OrganizationName, readInput } from '@pontic/contract'
import type * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'

/** What is known of a name or address: `unknown` while it is not whole, or when it could not be asked. */
export type Availability = 'unknown' | 'checking' | 'free' | 'taken'

const typingMs = 500

/**
 * What a field's rule refuses of what is typed, before anything is sent.
 * @param atOnce keys that are told with the very letter; the others when the typing rests, as half an address is wrong too
 * @returns a key of `fields`; undefined for nothing typed
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

/** Whether an organization's name is free, asked when the typing rests (requirement 5.register.name). */
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
 * Whether an address can still register.
 * @param settled the address as it was when the field was left: few questions are allowed a minute (rules §4)
 */
export function useEmailAvailability(typed: string, settled: string): Availability {
  const now = readInput(Email, typed)
  const asked = readInput(Email, settled)
  const email = asked.isValid ? asked.value : ''
  const check = useRead('accounts.checkEmailAvailable', { body: { email } }, { isEnabled: asked.isValid })
  if (!now.isValid || now.value !== email) return 'unknown'
  return availabilityOf(asked.isValid, check)
}
