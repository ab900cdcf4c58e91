/**
 * Parts in which pages fetch a language: texts of all pages, and those of some screens only, so that nobody waits for texts of
 * other screens. A text is listed by the first or the first two segments of its key.
 */
export const textParts = {
  first: ['common', 'fields', 'ui', 'shell', 'screens', 'orgTypes', 'network', 'local', 'errors.image'],
  session: ['session'],
  cases: [
    'order',
    'orders',
    'files',
    'delivery',
    'released',
    'remakes',
    'ticket',
    'errors.file',
    'errors.mesh',
    'errors.server',
  ],
  overview: ['dashboard', 'storage', 'discarded', 'shared'],
  bell: ['bell'],
  scene: ['viewer', 'conversation', 'shares', 'previewLinks', 'errors.scene'],
  prescription: ['prescription', 'teeth'],
  people: ['accounts', 'members', 'organizations', 'partner', 'partners', 'twoFactor'],
  manage: ['manage'],
  audit: ['audit'],
  health: ['health'],
  support: ['support'],
  transfers: ['transfers', 'errors.pull', 'errors.transport'],
  software: ['apiKeys'],
  patients: ['patients'],
} as const satisfies Record<string, readonly string[]>
export type TextPart = keyof typeof textParts

/** Texts for the server only: mails, SMS, and refusals, which it sends as sentences. */
export const serverTexts = ['mail', 'sms', 'errors'] as const

type Texts = { readonly [key: string]: unknown }

/**
 * Picks the texts of one part.
 * @param catalogue a whole catalogue
 * @returns the catalogue without the texts of other parts, in the same shape
 */
export function pickPart(catalogue: Texts, part: TextPart): Texts {
  const picked: Record<string, unknown> = {}
  for (const path of textParts[part]) {
    const [key = '', inner] = path.split('.')
    const texts = catalogue[key] as Texts
    picked[key] = inner === undefined ? texts : { ...(picked[key] as Texts), [inner]: texts[inner] }
  }
  return picked
}

/** Lists the first key segments of a catalogue that are in no part and not for the server, and so out of reach for pages. */
export function listUnplacedTexts(catalogue: Texts): string[] {
  const placed: readonly string[] = Object.values(textParts).flat()
  return Object.keys(catalogue).filter(
    (key) => !placed.includes(key) && !(serverTexts as readonly string[]).includes(key),
  )
}
