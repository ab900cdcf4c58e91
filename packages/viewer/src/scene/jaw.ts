/** The jaw that a file's role belongs to (`upper-preop` is upper); undefined for bites, photos' faces, bodies. */
export function jawOf(role: string): 'upper' | 'lower' | undefined {
  if (role.startsWith('upper')) return 'upper'
  return role.startsWith('lower') ? 'lower' : undefined
}
