/** Second factors of a sign-in. */
export const secondFactors = ['otp', 'passkey', 'recovery_code'] as const
export type SecondFactor = (typeof secondFactors)[number]
