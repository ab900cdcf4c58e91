import { passkeyGrant } from '@pontic/contract'
import { passwordDigest } from './password.ts'
import type { Credentials, PasskeyAnswer } from './session.ts'

/** The form fields of the token call that credentials stand for, without `remember_me`. */
export function credentialFields(credentials: Credentials): Record<string, string> {
  if ('challengeToken' in credentials) {
    const { challengeToken, passkey } = credentials
    return { grant_type: passkeyGrant, challenge_token: challengeToken, ...passkeyFields(passkey) }
  }
  if ('mfaToken' in credentials) {
    const step = { grant_type: 'password', mfa_token: credentials.mfaToken }
    if ('otp' in credentials) return { ...step, otp: credentials.otp }
    if ('recoveryCode' in credentials) return { ...step, recovery_code: credentials.recoveryCode }
    return { ...step, ...passkeyFields(credentials.passkey) }
  }
  const { username, password, captcha } = credentials
  return {
    grant_type: 'password',
    username,
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
