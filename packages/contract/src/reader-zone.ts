/** The header by which a page tells its reader's time zone, by its IANA name; UTC without it. */
export const zoneHeader = 'x-zone'

/** The header as calls name it whose days are the reader's. */
export const zoneHeaders = {
  [zoneHeader]: { description: 'Time zone of the reader by its IANA name, for days; UTC without it' },
} as const
