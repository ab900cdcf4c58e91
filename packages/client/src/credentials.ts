import { passkeyGrant, type Reauthentication } from '@pontic/contract'
import { CallError } from './call-error.ts'
import type { Credentials, PasskeyAnswer, Proof } from './session.ts'

/**
 * Loads the module of the password digest on first use, because a page whose user is signed in does not need it.
 * @throws CallError `network.unreachable`
 */
export const loadPasswordDigest = () =>
  import('./password.ts').catch((error: unknown) => {
    throw new CallError('network.unreachable', {}, error)
  })

/** Maps credentials to the form fields of the token call, without `remember_me`. @throws as `loadPasswordDigest` */
export async function credentialFields(
  credentials: Credentials,
): Promise<Record<string, string | undefined>> {
  return {
    grant_type: 'challengeToken' in credentials ? passkeyGrant : 'password',
    ...('username' in credentials ? { username: credentials.username } : {}),
    ...(await proofFields(credentials)),
  }
}

/** Maps a proof of identity to the body of `accounts.reauthenticate`. @throws as `loadPasswordDigest` */
export async function proofFields(proof: Proof): Promise<Reauthentication> {
  if ('challengeToken' in proof)
    return { challenge_token: proof.challengeToken, ...passkeyFields(proof.passkey) }
  if ('mfaToken' in proof) {
    const step = { mfa_token: proof.mfaToken }
    if ('otp' in proof) return { ...step, otp: proof.otp }
    if ('recoveryCode' in proof) return { ...step, recovery_code: proof.recoveryCode }
    return { ...step, ...passkeyFields(proof.passkey) }
  }
  const { password, captcha } = proof
  const { passwordDigest } = await loadPasswordDigest()
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
