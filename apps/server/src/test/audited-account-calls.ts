import { passwordDigest } from '@pontic/client'
import { Secret, TOTP } from 'otpauth'
import {
  type AuditedCall,
  type AuditFixtures,
  actorOf,
  type ExpectedRow,
  accountRow as ownRow,
  pwd,
  type Stage,
  visitor,
  withPassword,
} from './audited-calls.ts'
import { createAuthenticator } from './authenticator.ts'
import { addPerson, as, clientFields, createSession, type Person } from './people.ts'
import { asVisitor, password, readCode } from './registration.ts'
import { renew, signIn } from './sign-in.ts'

const newPwd = passwordDigest('Canine-and-crown-9')

/** Creates a member of the clinic Brookside with a password. */
const createMember = async ({ app, people }: Stage) => withPassword(app, await addPerson(app, people.alice))

const credentialsOf = ({ email }: Person) => ({
  ...clientFields,
  grant_type: 'password',
  username: email,
  password: pwd,
})

/** Creates an active key of a person. @returns the expected row of its revocation */
async function createKeyOf({ app, people: { alice } }: Stage, maker: Person): Promise<ExpectedRow> {
  const expiresOn = new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  const body = { name: 'Desk', scopes: ['order.read'], expiresOn }
  const { id } = (await as(app, alice).call('keys.create', { body })).body.data.key
  await app.services.database.db
    .updateTable('api_key')
    .set({ created_by: maker.accountId })
    .where('id', '=', id)
    .execute()
  return { action: 'keys.revoke', object: ['key', id], actor: actorOf(maker) }
}

async function resetByMail(stage: Stage, revokeKeys: boolean): Promise<AuditedCall> {
  const person = await createMember(stage)
  const revoked = revokeKeys ? [await createKeyOf(stage, person)] : []
  const code = await codeByMail(stage, person, 'accounts.sendPwdResetEmail')
  return {
    by: undefined,
    input: { body: { code, newPwd, revokeKeys } },
    rows: [...revoked, ownRow('accounts.resetPassword', person)],
  }
}

async function resetByTypedCode(stage: Stage, revokeKeys: boolean): Promise<AuditedCall> {
  const by = await createMember(stage)
  const revoked = revokeKeys ? [await createKeyOf(stage, by)] : []
  await as(stage.app, by).call('accounts.sendResetCode')
  const code = await typedCode(stage, by, 'mail', by.email)
  const body = { code, newPwd, revokeKeys }
  return { by, input: { body }, rows: [...revoked, ownRow('accounts.resetOwnPassword', by)] }
}

async function undoEmail(stage: Stage, hasKey: boolean): Promise<AuditedCall> {
  const person = await createMember(stage)
  const revoked = hasKey ? [await createKeyOf(stage, person)] : []
  const email = `moved-${person.accountId}@brookside.example`
  await as(stage.app, person).call('accounts.sendModifyEmailEmail', { body: { email } })
  const body = { code: await readCode(stage.app, email) }
  await asVisitor(stage.app).call('accounts.modifyEmailByEmailCode', { body })
  const code = await readCode(stage.app, person.email)
  return {
    by: undefined,
    input: { body: { code } },
    rows: [...revoked, ownRow('accounts.undoEmailChange', person)],
  }
}

async function signInCall(stage: Stage, part: 'body' | 'query'): Promise<AuditedCall> {
  const person = await createMember(stage)
  return {
    by: undefined,
    input: { [part]: credentialsOf(person) },
    rows: ({ jti }) => [{ action: 'session.create', object: ['session', jti], actor: actorOf(person) }],
  }
}

/** Reuses a refresh token after its successor was used, which ends the session. */
async function stolenTokenCall(stage: Stage, part: 'body' | 'query'): Promise<AuditedCall> {
  const person = await createMember(stage)
  const { body } = await signIn(stage.app, person.email, password)
  const successor = await renew(stage.app, body.refresh_token)
  await renew(stage.app, successor.body.refresh_token)
  return {
    by: undefined,
    input: { [part]: { ...clientFields, grant_type: 'refresh_token', refresh_token: body.refresh_token } },
    status: 400,
    rows: [{ action: 'session.end', object: ['session', body.jti], actor: actorOf(person) }],
  }
}

async function setUpApp({ app }: Stage, person: Person): Promise<string[]> {
  const { call } = as(app, person)
  const { secret } = (await call('twoFactor.beginTotp')).body.data
  const made = await call('twoFactor.confirmTotp', { body: { otp: otpOf({ app }, secret) } })
  return made.body.data.recoveryCodes ?? []
}

const otpOf = ({ app }: Pick<Stage, 'app'>, secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() })

async function recoveryCall(stage: Stage, part: 'body' | 'query'): Promise<AuditedCall> {
  const person = await createMember(stage)
  const [recovery_code = ''] = await setUpApp(stage, person)
  const begun = await signIn(stage.app, person.email, password)
  const { mfa_token } = begun.body as unknown as { mfa_token: string }
  const actor = actorOf(person)
  return {
    by: undefined,
    input: { [part]: { ...clientFields, grant_type: 'password', mfa_token, recovery_code } },
    rows: ({ jti }) => [
      { action: 'twoFactor.useRecoveryCode', object: ['account', person.accountId], actor },
      { action: 'session.create', object: ['session', jti], actor },
    ],
  }
}

async function addPasskeyCall({ app }: Stage, person: Person) {
  const begun = await as(app, person).call('twoFactor.beginPasskey')
  const { challengeToken, options } = begun.body.data
  const made = createAuthenticator(app.services.config.publicUrl).create(options)
  return { body: { ...made, challengeToken, name: 'Bench laptop' } }
}

async function codeByMail(stage: Stage, person: Person, call: 'accounts.sendPwdResetEmail'): Promise<string> {
  await asVisitor(stage.app).call(call, { body: { email: person.email } })
  return readCode(stage.app, person.email)
}

async function typedCode(
  { app }: Stage,
  person: Person,
  kind: 'mail' | 'sms',
  recipient: string,
): Promise<string> {
  await app.runJobs()
  const row = await app.services.database.db
    .selectFrom('development_message')
    .select('body_text')
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .orderBy('sent_at', 'desc')
    .executeTakeFirstOrThrow()
  return /\b\d{6}\b/.exec(row.body_text)?.[0] ?? `no code for ${person.email}`
}

/** Fixtures of the calls about sessions, accounts, captchas and second factors. */
export const accountAuditFixtures: AuditFixtures<'session' | 'accounts' | 'captcha' | 'twoFactor'> = {
  'session.create': {
    'session.create': (stage) => signInCall(stage, 'body'),
    'session.end': (stage) => stolenTokenCall(stage, 'body'),
    'twoFactor.useRecoveryCode': (stage) => recoveryCall(stage, 'body'),
  },
  'session.createByQuery': {
    'session.create': (stage) => signInCall(stage, 'query'),
    'session.end': (stage) => stolenTokenCall(stage, 'query'),
    'twoFactor.useRecoveryCode': (stage) => recoveryCall(stage, 'query'),
  },
  'session.createPasskeyChallenge': async () => ({ by: undefined }),
  'session.revoke': async (stage) => {
    const person = await createMember(stage)
    const { body } = await signIn(stage.app, person.email, password)
    return {
      by: undefined,
      input: { body: { ...clientFields, token: body.refresh_token } },
      rows: [{ action: 'session.end', object: ['session', body.jti], actor: actorOf(person) }],
    }
  },
  'accounts.setLanguage': async ({ people }) => ({ by: people.amy, input: { body: { language: 'zh_CN' } } }),
  'accounts.checkEmailAvailable': async () => ({
    by: undefined,
    headers: visitor(1),
    input: { body: { email: 'nobody@new.example' } },
  }),
  'accounts.sendVerifyEmailAgain': async ({ people }) => ({
    by: undefined,
    headers: visitor(2),
    input: { body: { email: people.amy.email } },
  }),
  'accounts.verifyEmailByEmailCode': async (stage) => {
    const person = await addPerson(stage.app, stage.people.alice)
    const { db } = stage.app.services.database
    await db
      .updateTable('account')
      .set({ email_verified_at: null })
      .where('id', '=', person.accountId)
      .execute()
    await asVisitor(stage.app).call('accounts.sendVerifyEmailAgain', { body: { email: person.email } })
    const code = await readCode(stage.app, person.email)
    return { by: undefined, input: { body: { code } }, rows: [ownRow('accounts.verifyEmail', person)] }
  },
  'accounts.sendPwdResetEmail': async ({ people }) => ({
    by: undefined,
    headers: visitor(3),
    input: { body: { email: people.ben.email } },
  }),
  'accounts.resetPwdByEmailCode': {
    'accounts.resetPassword': (stage) => resetByMail(stage, false),
    'keys.revoke': (stage) => resetByMail(stage, true),
  },
  'accounts.reauthenticate': async (stage) => {
    const by = await createMember(stage)
    return {
      by,
      input: { body: { password: pwd } },
      rows: [{ action: 'session.reauthenticate', object: ['session', by.sessionId] }],
    }
  },
  'accounts.undoEmailChange': {
    'accounts.undoEmailChange': (stage) => undoEmail(stage, false),
    'keys.revoke': (stage) => undoEmail(stage, true),
  },
  'accounts.update': async ({ people: { amy } }) => ({
    by: amy,
    input: { body: { name: 'Amy Moreau', interfaceSize: 'large' } },
    rows: [ownRow('accounts.update', amy)],
  }),
  'accounts.changePassword': {
    'accounts.changePassword': async (stage) => {
      const by = await createMember(stage)
      return { by, input: { body: { pwd, newPwd } }, rows: [ownRow('accounts.changePassword', by)] }
    },
    'keys.revoke': async (stage) => {
      const by = await createMember(stage)
      const revoked = await createKeyOf(stage, by)
      const body = { pwd, newPwd, revokeKeys: true }
      return { by, input: { body }, rows: [revoked, ownRow('accounts.changePassword', by)] }
    },
  },
  'accounts.sendResetCode': async (stage) => ({ by: await createMember(stage) }),
  'accounts.resetPassword': {
    'accounts.resetOwnPassword': (stage) => resetByTypedCode(stage, false),
    'keys.revoke': (stage) => resetByTypedCode(stage, true),
  },
  'accounts.sendMobileCode': async ({ people }) => ({
    by: people.ben,
    input: { body: { mobile: '+44 7700 900124' } },
  }),
  'accounts.setMobile': async (stage) => {
    const by = await createMember(stage)
    const mobile = '+447700900123'
    await as(stage.app, by).call('accounts.sendMobileCode', { body: { mobile } })
    const code = await typedCode(stage, by, 'sms', mobile)
    return { by, input: { body: { mobile, code } }, rows: [ownRow('accounts.setMobile', by)] }
  },
  'accounts.removeMobile': async ({ people: { amy } }) => ({
    by: amy,
    rows: [ownRow('accounts.removeMobile', amy)],
  }),
  'accounts.sendModifyEmailEmail': async (stage) => {
    const by = await createMember(stage)
    const body = { email: 'another@brookside.example' }
    return { by, input: { body }, rows: [ownRow('accounts.requestEmailChange', by)] }
  },
  'accounts.modifyEmailByEmailCode': async (stage) => {
    const by = await createMember(stage)
    const email = 'elsewhere@brookside.example'
    await as(stage.app, by).call('accounts.sendModifyEmailEmail', { body: { email } })
    const code = await readCode(stage.app, email)
    return { by: undefined, input: { body: { code } }, rows: [ownRow('accounts.changeEmail', by)] }
  },
  'accounts.endSession': async ({ app, people: { amy } }) => {
    const { sessionId: id } = await createSession(app, amy.accountId)
    return { by: amy, input: { params: { id } }, rows: [{ action: 'session.end', object: ['session', id] }] }
  },
  'accounts.endOtherSessions': {
    'accounts.endOtherSessions': async (stage) => {
      const by = await createMember(stage)
      return { by, rows: [ownRow('accounts.endOtherSessions', by)] }
    },
    'session.end': async (stage) => {
      const by = await createMember(stage)
      const { sessionId } = await createSession(stage.app, by.accountId)
      return {
        by,
        rows: [
          { action: 'session.end', object: ['session', sessionId] },
          ownRow('accounts.endOtherSessions', by),
        ],
      }
    },
  },
  'accounts.export': async ({ people: { amy } }) => ({ by: amy, rows: [ownRow('accounts.export', amy)] }),
  'accounts.close': async (stage) => {
    const by = await createMember(stage)
    return { by, rows: [ownRow('accounts.close', by)] }
  },
  'captcha.create': async () => ({ by: undefined, input: { body: { purpose: 'login', kind: 'graphic' } } }),
  'captcha.picture': async ({ app }) => {
    const made = await asVisitor(app).call('captcha.create', { body: { purpose: 'login', kind: 'graphic' } })
    return { by: undefined, input: { params: { id: made.body.data.codeId } } }
  },
  'twoFactor.beginTotp': async (stage) => ({ by: await createMember(stage) }),
  'twoFactor.confirmTotp': async (stage) => {
    const by = await createMember(stage)
    const begun = await as(stage.app, by).call('twoFactor.beginTotp')
    const otp = otpOf(stage, begun.body.data.secret)
    return { by, input: { body: { otp } }, rows: [ownRow('twoFactor.addTotp', by)] }
  },
  'twoFactor.removeTotp': async (stage) => {
    const by = await createMember(stage)
    await setUpApp(stage, by)
    return { by, rows: [ownRow('twoFactor.removeTotp', by)] }
  },
  'twoFactor.beginPasskey': async (stage) => ({ by: await createMember(stage) }),
  'twoFactor.confirmPasskey': async (stage) => {
    const by = await createMember(stage)
    return { by, input: await addPasskeyCall(stage, by), rows: [ownRow('twoFactor.addPasskey', by)] }
  },
  'twoFactor.removePasskey': async (stage) => {
    const by = await createMember(stage)
    const { call } = as(stage.app, by)
    await call('twoFactor.confirmPasskey', await addPasskeyCall(stage, by))
    const [passkey] = (await call('twoFactor.get')).body.data.passkeys
    const body = { id: passkey?.id }
    return { by, input: { body }, rows: [ownRow('twoFactor.removePasskey', by)] }
  },
  'twoFactor.makeRecoveryCodes': async (stage) => {
    const by = await createMember(stage)
    await setUpApp(stage, by)
    return { by, rows: [ownRow('twoFactor.makeRecoveryCodes', by)] }
  },
}
