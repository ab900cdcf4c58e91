import { passkeyGrant, type Reauthentication } from '@pontic/contract'
import { passwordDigest } from './password.ts'
import type { Credentials, PasskeyAnswer, Proof } from './session.ts'

/** Maps credentials to the form fields of the token call, without `remember_me`. */
export function credentialFields(credentials: Credentials): Record<string, string> {
  return {
    grant_type: 'challengeToken' in credentials ? passkeyGrant : 'password',
    ...('username' in credentials ? { username: credentials.username } : {}),
    ...(proofFields(credentials) as Record<string, string>),
  }
}

/** Maps a proof of identity to the body of `accounts.reauthenticate`. */
export function proofFields(proof: Proof): Reauthentication {
  if ('challengeToken' in proof)
    return { challenge_token: proof.challengeToken, ...passkeyFields(proof.passkey) }
  if ('mfaToken' in proof) {
    const step = { mfa_token: proof.mfaToken }
    if ('otp' in proof) return { ...step, otp: proof.otp }
    if ('recoveryCode' in proof) return { ...step, recovery_code: proof.recoveryCode }
    return { ...step, ...passkeyFields(proof.passkey) }
  }
  const { password, captcha } = proof
  return {
    password: passwordDigest(password),
    ...(captcha ? { code_id: captcha.codeId, code: captcha.code } : {}),
  }
}

const passkeyFields = ({ id, response }: PasskeyAnswer) => ({
  passkey_id: id,
  passkey_client_data: response.clientDataJSON,
  passkey_authenticator_data: response.authenticatorData,
  passkey_signature: response.signature,
})
