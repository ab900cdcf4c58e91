/** Request header with the IANA name of the reader's time zone; UTC by default. */
export const zoneHeader = 'x-zone'

/** The `headers` of routes whose result depends on the reader's calendar day. */
export const zoneHeaders = {
  [zoneHeader]: { description: 'Time zone of the reader by its IANA name, for days; UTC without it' },
} as const
