/** The request header with the reader's time zone as IANA name; UTC by default. */
export const zoneHeader = 'x-zone'

/** The header in the contract of calls that use the reader's days. */
export const zoneHeaders = {
  [zoneHeader]: { description: 'Time zone of the reader by its IANA name, for days; UTC without it' },
} as const
