/** The formats of dates and times in the portal, as options of `Intl.DateTimeFormat`. */
export const dateFormats = {
  /** `21 Nov 2026` */
  date: { dateStyle: 'medium' },
  /** `Sat 21 Nov` */
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  /** `Monday` */
  weekdayName: { weekday: 'long' },
  /** `Mon` */
  weekdayShort: { weekday: 'short' },
  /** `Nov 2026` */
  month: { month: 'short', year: 'numeric' },
  /** `21 Nov 2026, 14:05` */
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  /** `14:05` */
  time: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateFormatName = keyof typeof dateFormats

/** Units of sizes, each a thousand times the one before. */
export const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** How a size is displayed: bytes in words, larger units as symbols. */
export const unitDisplayOf = (unit: (typeof sizeUnits)[number]) => (unit === 'byte' ? 'long' : 'short')
