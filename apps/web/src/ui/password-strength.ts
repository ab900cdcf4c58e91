import { limits, passwordKinds } from '@pontic/contract'

/** How a password is judged while it is typed. */
export type Strength = 'weak' | 'fair' | 'strong'

/** What is shown beside a password: whether each rule of portal.md §5 is met, and how good it is beyond them. */
export type PasswordJudgement = { hasLength: boolean; hasKinds: boolean; strength: Strength | undefined }

// Beyond the rule: what a guesser has to go through grows with length and with different characters.
const strongLength = 12
const strongWithTwoKinds = 15
const fewDifferent = 5

/** Judges a password while it is typed; nothing of it leaves the page. @returns no strength for nothing typed */
export function judgePassword(password: string): PasswordJudgement {
  const kinds = passwordKinds(password)
  const hasLength = password.length >= limits.passwordLengthMin && password.length <= limits.passwordLengthMax
  const hasKinds = kinds >= limits.passwordKindsMin
  return { hasLength, hasKinds, strength: strengthOf(password, kinds, hasLength && hasKinds) }
}

function strengthOf(password: string, kinds: number, isTaken: boolean): Strength | undefined {
  if (password === '') return undefined
  if (!isTaken || new Set(password).size < fewDifferent) return 'weak'
  const isLong = password.length >= (kinds > limits.passwordKindsMin ? strongLength : strongWithTwoKinds)
  return isLong ? 'strong' : 'fair'
}
