import type { FileRole } from './files.ts'

// Scanners name their files after the scanned part, in English or in the dentist's language. The first match counts, so that
// `upperjaw-marker` is a scan body.
const names: readonly (readonly [FileRole, RegExp])[] = [
  ['scanBody', /scan ?bod|marker|abutment ?alignment|scan ?abutment|scankörper|扫描杆/],
  ['gingiva', /gingiva|emergence|zahnfleisch|encía|gencive|牙龈/],
  ['bite', /total ?jaw|occlusion|bite|buccal|\bbiss|bukkal|oclusi|mordida|morso|прикус|咬合/],
  ['design', /design|crown ?bottom|\bcad\b|\bwax ?up\b|设计/],
  ['antagonist', /antagonist|opposing|对颌|対合/],
  ['preparation', /prepar|\bprep\b|stumpf|\bdie\b|备牙|预备体/],
  [
    'upper',
    /upper|maxill|\bu\b|\buj\b|oberkiefer|\bok\b|superior|supérieur|верхн|上颌|上顎|上颚|상악|górna|gorna|üst çene|horní|felső/,
  ],
  [
    'lower',
    /lower|mandib|\bl\b|\blj\b|unterkiefer|\buk\b|inferior|inférieur|нижн|下颌|下顎|下颚|하악|dolna|alt çene|dolní|alsó/,
  ],
]

const photos = /\.(jpe?g|png|webp|heic|heif|tiff?|bmp)$/i
const documents = /\.(pdf|docx?|txt|rtf|xml|json|html?)$/i

/**
 * Guesses the role of a file from its name, ignoring case. Words are separated by `-`, `_`, `.`, spaces, digits, and a
 * change from a small to a capital letter. The user can correct the role.
 * @param name including its extension
 */
export function guessFileRole(name: string): FileRole {
  if (photos.test(name)) return 'photo'
  if (documents.test(name)) return 'document'
  const words = name
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[-_.\s\d]+/g, ' ')
    .toLowerCase()
  return names.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other'
}
