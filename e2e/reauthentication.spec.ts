import { expect, type Page } from '@playwright/test'
import { type CallError, createClient } from '@pontic/client'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { waitForLink } from './mail.ts'
import { type Person, test, unique } from './people.ts'
import { ageSignIn, portalUrl, runSql } from './portal.ts'

const newPassword = 'crown-of-the-21'

/** Creates an API key for a person's organization. @returns the secret of the key */
async function createKey(person: Person, name: string): Promise<string> {
  const expiresOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const body = { name, scopes: ['order.read'] as const, expiresOn }
  return (await person.client.call('keys.create', { body: body as never })).secret
}

/** Calls the portal with an API key. @returns `let in` after a success, else the error key, such as `request.unauthenticated` */
const tryKey = (secret: string): Promise<string> =>
  createClient({ baseUrl: portalUrl, apiKey: secret })
    .call('orders.list', { body: {} })
    .then(
      () => 'let in',
      (error: CallError) => error.key,
    )

/** Changes the email address of a person. @returns the new address, and the undo link that was mailed to the old address */
async function changeEmail(person: Person): Promise<{ newEmail: string; link: string }> {
  const newEmail = `next-${unique()}@elsewhere.example`
  await person.client.call('accounts.sendModifyEmailEmail', { body: { email: newEmail } })
  const confirm = new URL(await waitForLink(newEmail, 'Confirm your new email address', '/modifyEmail'))
  const code = new URLSearchParams(confirm.hash.slice(1)).get('code') ?? ''
  await person.client.call('accounts.modifyEmailByEmailCode', { body: { code } })
  return {
    newEmail,
    link: await waitForLink(person.email, 'Your email address was changed', '/undoEmail'),
  }
}

for (const language of inspectedLanguages) {
  const t = textsOf(language)
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  test(`creating a key with an old sign-in asks for the password and loses no typed text, ${language}`, async ({
    register,
  }) => {
    const bob = await register('lab', 'bob')
    const page = await bob.open({ language })
    const see = (name: string) => inspect({ page, language, name })
    await page.goto('/organization/keys')
    await button(page, t('apiKeys.create.button')).first().click()
    const name = page.getByLabel(t('common.label.name'))
    await name.fill('Order desk')
    await ageSignIn(bob.email)
    await name.press('Enter')
    const again = page.getByRole('dialog', { name: t('session.again.title') })
    const passwordBox = again.getByRole('textbox', { name: t('common.label.password') })
    await expect(passwordBox).toBeFocused()
    await see('password asked again')

    await page.keyboard.press('Escape')
    await expect(again).toBeHidden()
    await expect(name).toHaveValue('Order desk')
    await expect(name).toBeFocused()
    await expect(page.getByText(t('errors.session.reauthenticate'))).toBeHidden()

    await name.press('Enter')
    await passwordBox.press('Enter')
    await expect(again.getByText(t('fields.required'))).toBeVisible()
    await passwordBox.fill('wrong-password-1')
    await passwordBox.press('Enter')
    await expect(again.getByText(t('fields.password_wrong'))).toBeVisible()
    await see('password asked again and wrong')
    await passwordBox.fill(bob.password)
    await passwordBox.press('Enter')
    await expect(again).toBeHidden()
    await expect(page.getByRole('dialog').getByLabel(t('common.label.apiKey'))).toHaveValue(/^pontic_/)
    await button(page, t('apiKeys.secret.done')).click()
    // The re-authentication is valid for 5 minutes.
    await button(page, t('apiKeys.create.button')).first().click()
    await name.fill('Second')
    await name.press('Enter')
    await expect(page.getByRole('dialog').getByLabel(t('common.label.apiKey'))).toHaveValue(/^pontic_/)
  })

  test(`the link in the mail to the old address undoes a change of the email address once, ${language}`, async ({
    register,
    openPage,
  }) => {
    const alice = await register('clinic', 'alice')
    const { newEmail, link } = await changeEmail(alice)
    const page = await openPage({ language })
    const see = (name: string) => inspect({ page, language, name })
    await page.goto('/undoEmail')
    await expect(page.getByText(t('session.verify.missing'))).toBeVisible()
    await see('undo without a code')
    await page.goto(link)
    await expect(page.getByText(newEmail)).toBeVisible()
    await see('undo the change of email')
    await button(page, t('session.undoEmail.confirm')).click()
    await expect(page.getByText(t('session.undoEmail.doneText', { email: alice.email }))).toBeVisible()
    await see('change of email undone')
    await page.goto('/login')
    await page.goto(link)
    await expect(page.getByText(t('session.undoEmail.usedTitle'))).toBeVisible()
    await see('undo link used')
    const reset = await waitForLink(alice.email, /./, '/resetpwd')
    await page.goto(reset)
    await page.getByRole('textbox', { name: t('common.label.newPassword'), exact: true }).fill(newPassword)
    await page.getByRole('textbox', { name: t('session.reset.confirm') }).fill(newPassword)
    await button(page, t('session.reset.submit')).click()
    await expect(page.getByText(t('session.reset.doneText'))).toBeVisible()

    await runSql('update email_undo set used_at = null, expires_at = created_at where email = $1', [
      alice.email,
    ])
    await page.goto('/login')
    await page.goto(link)
    await expect(page.getByText(t('session.linkExpired'))).toBeVisible()
    await see('undo link expired')
  })

  test(`the link in the mail about a new key revokes the key without a sign-in, ${language}`, async ({
    register,
    openPage,
  }) => {
    const bob = await register('lab', 'bob')
    const secret = await createKey(bob, 'Order desk')
    const link = await waitForLink(bob.email, /^New API key/, '/revokeKey')
    const page = await openPage({ language })
    const see = (name: string) => inspect({ page, language, name })
    await page.goto(link)
    await expect(page.getByText('Order desk')).toBeVisible()
    await see('revoke a key by link')
    // Opening the link does not revoke the key, because mail programs open links as well.
    expect(await tryKey(secret)).toBe('let in')
    await button(page, t('common.do.revokeKey')).click()
    await expect(
      page.getByRole('heading', { name: t('session.revokeKey.doneTitle'), exact: true }),
    ).toBeVisible()
    await see('key revoked by link')
    expect(await tryKey(secret)).toBe('request.unauthenticated')
    await page.goto('/login')
    await page.goto(link)
    await expect(
      page.getByRole('heading', { name: t('session.revokeKey.usedTitle'), exact: true }),
    ).toBeVisible()
    await see('revoke link used')

    await createKey(bob, 'Second desk')
    const late = await waitForLink(bob.email, /^New API key/, '/revokeKey', link)
    await runSql(
      `update api_key_link set expires_at = now() where api_key_id in
         (select id from api_key where organization_id = $1 and revoked_at is null)`,
      [bob.organizationId],
    )
    await page.goto('/login')
    await page.goto(late)
    await expect(page.getByText(t('session.linkExpired'))).toBeVisible()
    await see('revoke link expired')
  })

  test(`a new password, set in the dialog or by mailed link, revokes the person’s API keys if they choose so, ${language}`, async ({
    register,
    openPage,
  }) => {
    const bob = await register('lab', 'bob')
    const [first, second] = [await createKey(bob, 'One'), await createKey(bob, 'Two')]
    const page = await bob.open({ language })
    await page.goto('/myinfo/account')
    await button(page, `${t('accounts.change')}: ${t('common.label.password')}`).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: t('accounts.passwordDialog.old') }).fill(bob.password)
    const field = (key: 'common.label.newPassword' | 'accounts.passwordDialog.repeat') =>
      dialog.getByRole('textbox', { name: t(key), exact: true })
    await field('common.label.newPassword').fill(newPassword)
    await field('accounts.passwordDialog.repeat').fill(newPassword)
    await dialog.getByLabel(t('common.revokeKeys', { count: 2 })).check()
    await inspect({ page, language, name: 'new password with keys' })
    await dialog.getByRole('button', { name: t('accounts.passwordDialog.title') }).click()
    await expect(page).toHaveURL(/\/login/)
    for (const secret of [first, second]) expect(await tryKey(secret)).toBe('request.unauthenticated')

    await bob.client.session.signIn({ username: bob.email, password: newPassword, rememberMe: false })
    const third = await createKey(bob, 'Three')
    await bob.client.call('accounts.sendPwdResetEmail', { body: { email: bob.email } })
    const anon = await openPage({ language })
    await anon.goto(await waitForLink(bob.email, /Reset/, '/resetpwd'))
    await anon.getByLabel(t('common.revokeKeys', { count: 1 })).check()
    await inspect({ page: anon, language, name: 'reset with keys' })
    await anon.getByRole('textbox', { name: t('common.label.newPassword'), exact: true }).fill('bridge-of-33')
    await anon.getByRole('textbox', { name: t('session.reset.confirm') }).fill('bridge-of-33')
    await button(anon, t('session.reset.submit')).click()
    await expect(anon.getByText(t('session.reset.doneText'))).toBeVisible()
    expect(await tryKey(third)).toBe('request.unauthenticated')
  })
}
