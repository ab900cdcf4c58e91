import type { Language } from '@pontic/contract'
import { tagOf } from '@pontic/messages'
import { listNamedZones, type NamedZone } from './zone-names.ts'

// Used in development and tests only. The build replaces this module, because browsers lack names (build-zone-names.ts).

/** Fetches the time zones by name in a language. @throws TypeError if the import fails */
export const fetchZoneNames = async (language: Language): Promise<readonly NamedZone[]> =>
  listNamedZones(tagOf(language))
