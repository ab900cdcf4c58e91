import { limits, passwordKinds } from '@pontic/contract'

/** The strength of a password. A password that does not meet the rules is `weak`. */
export type Strength = 'weak' | 'fair' | 'strong'

/** Whether a password has the required length and kinds of characters (requirement 5.password.new), and its strength. */
export type PasswordRating = { hasLength: boolean; hasKinds: boolean; strength: Strength | undefined }

// A password is strong from `strongLength` characters on. With only two kinds of characters it is strong from
// `strongWithTwoKinds` on. With fewer than `fewDifferent` different characters it is weak.
const strongLength = 12
const strongWithTwoKinds = 15
const fewDifferent = 5

// Attackers first guess common words with digits or signs before or after them.
const commonWords = new Set(
  `password passwort passcode secret letmein welcome willkommen hello login admin administrator user test guest demo
  master manager office computer internet google facebook windows changeme mypassword default
  qwerty qwertz azerty qwertyui qwertyuiop asdf asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qwer qwe asd
  iloveyou loveyou love lovely sunshine princess dragon monkey shadow football baseball basketball hockey soccer superman
  batman pokemon starwars hunter ranger killer freedom whatever trustno cheese chocolate cookie coffee
  summer winter spring autumn january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday michael jordan jessica ashley daniel thomas andrew charlie
  jennifer joshua robert william matthew anthony martin george nicole michelle samantha alexander maria anna peter
  woaini wang zhang china beijing shanghai london berlin paris madrid tokyo moscow liverpool chelsea arsenal barcelona
  dental dentist dentista dentiste zahnarzt tooth teeth molar implant crown clinic clinica klinik praxis doctor hospital
  patient labor laboratory laboratorio technician ceramic zirconia scanner pontic`.split(/\s+/),
)
const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
}
const rows = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function isCommon(password: string): boolean {
  const core = password.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const word = core.replace(/[01345@$]/g, (sign) => lookalikes[sign] ?? sign)
  return word.length < 2 || commonWords.has(word) || rows.some((row) => row.includes(word))
}

/** Rates a password without sending it. An empty password has no strength. */
export function ratePassword(password: string): PasswordRating {
  const kinds = passwordKinds(password)
  const hasLength = password.length >= limits.passwordLengthMin && password.length <= limits.passwordLengthMax
  const hasKinds = kinds >= limits.passwordKindsMin
  return { hasLength, hasKinds, strength: strengthOf(password, kinds, hasLength && hasKinds) }
}

function strengthOf(password: string, kinds: number, meetsRules: boolean): Strength | undefined {
  if (password === '') return undefined
  if (!meetsRules || new Set(password).size < fewDifferent || isCommon(password)) return 'weak'
  const isLong = password.length >= (kinds > limits.passwordKindsMin ? strongLength : strongWithTwoKinds)
  return isLong ? 'strong' : 'fair'
}
