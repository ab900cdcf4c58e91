/** Sizes of the interface (requirement 9.size: medium by default). */
export const interfaceSizeNames = ['small', 'medium', 'large'] as const

/** Tooth numbering systems: FDI, Universal, Palmer. Stored teeth are always FDI. */
export const teethNumberings = ['fdi', 'universal', 'palmer'] as const
export type TeethNumbering = (typeof teethNumberings)[number]

/** How often a user gets mails about cases (rules §16). */
export const mailFrequencies = ['at_once', 'hourly', 'daily'] as const
export type MailFrequency = (typeof mailFrequencies)[number]
