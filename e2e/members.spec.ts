import { expect, type Page } from '@playwright/test'
import { passwordDigest } from '@pontic/client'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { waitForLink, waitForMail } from './mail.ts'
import { blockRequests } from './network.ts'
import { type Person, password, submitSignIn, test, unique } from './people.ts'
import { runSql } from './portal.ts'

const t = textsOf('en_US')

/** Fills in name and password of a registration form. */
async function fillNewcomer(page: Page, name: string) {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
}

/** Invites a colleague by mail and registers them with the SDK. */
async function addColleague(
  of: Person,
  name: string,
): Promise<{ name: string; email: string; password: string }> {
  const email = `${name}-${unique()}@members.example`
  await of.client.call('invitations.create', { body: { email } })
  const link = await waitForLink(email, /invites you to/, '/invitation')
  const code = new URLSearchParams(new URL(link).hash.slice(1)).get('code') ?? ''
  await of.client.call('members.register', {
    body: { invitation: code, name, password: passwordDigest(password) },
  })
  return { name, email, password }
}

test('a member of a laboratory registers, waits for approval, and continues without a reload when approved', async ({
  register,
  openPage,
}) => {
  test.slow()
  const bob = await register('lab', 'bob')
  const email = `nils-${unique()}@lab.example`
  const page = await openPage()
  await page.goto('/register')
  await page.getByRole('radio', { name: /^Laboratory/ }).check()
  await page.getByRole('radio', { name: /^Member/ }).check()
  await page.getByRole('button', { name: 'Request to join' }).click()
  await expect(page.getByText('Please choose organization, clinic or lab.')).toBeVisible()
  const search = page.getByRole('textbox', { name: 'Name of your laboratory' })
  await search.fill('b')
  await search.press('Enter')
  await expect(page.getByText('Please enter at least two characters.')).toBeVisible()
  await search.fill(bob.organizationName)
  await search.press('Enter')
  await page.getByRole('radio', { name: bob.organizationName }).check()
  await fillNewcomer(page, 'Nils Berg')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Request to join' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(bob.organizationName)).toBeVisible()

  await page.goto(await waitForLink(email, 'Verify your email address', '/verifyEmail'))
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await submitSignIn(page, { email, password })
  await expect(page).toHaveURL('/waiting')
  await expect(page.getByRole('heading', { name: 'Your request is waiting for approval' })).toBeVisible()
  await expect(page.getByRole('main').getByText(bob.name)).toBeVisible()
  await page.goto('/order/list')
  await expect(page).toHaveURL('/waiting')

  const bobsPage = await bob.open()
  await waitForMail(bob.email, /^Nils Berg wants to join/)
  await bobsPage.goto('/user/userManager')
  await bobsPage.getByRole('button', { name: 'Approve Nils Berg' }).click()
  await expect(bobsPage.getByText('Nils Berg was approved and is notified by email.')).toBeVisible()
  await expect(bobsPage.getByRole('row', { name: /Nils Berg/ })).toContainText('Active')
  await expect(page).toHaveURL('/order/list')
  await expect(page.getByText(t('orders.empty.lab'))).toBeVisible()
})

test('a refused member is notified by mail', async ({ register, openPage }) => {
  const bob = await register('lab', 'bob')
  const email = `nils-${unique()}@lab.example`
  await bob.client.call('members.register', {
    body: {
      organizationId: bob.organizationId,
      name: 'Nils Berg',
      email,
      password: passwordDigest(password),
    },
  })
  const nobody = await openPage()
  await nobody.goto(await waitForLink(email, 'Verify your email address', '/verifyEmail'))
  await expect(nobody.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  const page = await bob.open()
  await page.goto('/user/userManager')
  await page.getByRole('button', { name: 'Refuse Nils Berg' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(page.getByText('Nils Berg was refused.')).toBeVisible()
  await waitForMail(email, /did not approve your account$/)
})

test('a person who accepts a mailed invitation and sets a password is signed in', async ({
  register,
  openPage,
}) => {
  const bob = await register('lab', 'bob')
  const email = `lena-${unique()}@lab.example`
  const page = await bob.open()
  await page.goto('/user/userManager')
  await page.getByRole('main').getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible()
  const lena = await openPage()
  await lena.goto(await waitForLink(email, /invites you to/, '/invitation'))
  await expect(lena.getByRole('heading', { name: `Join ${bob.organizationName}` })).toBeVisible()
  await expect(lena.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await fillNewcomer(lena, 'Lena Ortiz')
  await lena.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(lena).toHaveURL('/order/list')
  await expect(page.getByRole('row', { name: /Lena Ortiz/ })).toContainText('Member')
  await expect(page.getByRole('listitem').filter({ hasText: email })).toBeHidden()
})

test('a person who accepts an invitation by QR code must verify their email address', async ({
  register,
  openPage,
}) => {
  const bob = await register('lab', 'bob')
  const page = await bob.open()
  await page.goto('/user/userManager')
  await page.getByRole('main').getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Show QR code' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code of the invitation' })).toBeVisible()
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(new URL(link).pathname).toBe('/invitation')
  const email = `otto-${unique()}@lab.example`
  const otto = await openPage()
  await otto.goto(link)
  await otto.getByRole('textbox', { name: 'Email' }).fill(email)
  await fillNewcomer(otto, 'Otto Lind')
  await otto.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(otto.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await otto.goto(await waitForLink(email, 'Verify your email address', '/verifyEmail'))
  await otto.getByRole('link', { name: 'Sign in', exact: true }).click()
  await submitSignIn(otto, { email, password })
  await expect(otto).toHaveURL('/order/list')
  await otto.goto(link)
  await expect(otto.getByRole('heading', { name: 'This invitation can’t be used' })).toBeVisible()
})

test('the last administrator cannot be demoted, and a disabled administrator is signed out at once', async ({
  register,
  signIn,
}) => {
  const alice = await register('clinic', 'alice')
  const amy = await signIn(await addColleague(alice, 'amy'))
  const amysPage = await amy.open()
  await amysPage.goto('/order/list')
  await expect(amysPage.getByText(t('orders.empty.clinic'))).toBeVisible()
  const page = await alice.open()
  await page.goto('/user/userManager')
  const menuOf = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })
  await menuOf(alice.name).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog').getByRole('checkbox', { name: 'Administrator' })).toBeDisabled()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await menuOf('amy').click()
  await page.getByRole('menuitem', { name: 'Make administrator' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make administrator' }).click()
  await expect(page.getByRole('row', { name: /amy/ })).toContainText('Administrator')
  await expect(amysPage.getByRole('navigation', { name: 'Main menu' })).toContainText('User management')
  await menuOf('amy').click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('row', { name: /amy/ })).toContainText('Disabled')
  await expect(amysPage).toHaveURL(/\/login/)
  await expect(alice.client.call('members.disable', { params: { id: await ownId(alice) } })).rejects.toThrow()
  await menuOf('amy').click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await expect(page.getByRole('row', { name: /amy/ })).toContainText('Active')
})

const ownId = async ({ client }: Person) =>
  (await client.call('accounts.get', { params: { username: 'me' } })).id

test('a member created by an administrator sets a password by the mailed link', async ({
  register,
  openPage,
}) => {
  const alice = await register('clinic', 'alice')
  const email = `nina-${unique()}@clinic.example`
  const page = await alice.open()
  await page.goto('/user/userManager')
  await page.getByRole('main').getByRole('button', { name: 'New member', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nina Park')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('textbox', { name: /^License number/ }).fill('GDC 214 553')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('row', { name: /Nina Park/ })).toContainText('Invited')
  await expect(page.getByRole('row', { name: /Nina Park/ })).toContainText('GDC 214 553')
  const nina = await openPage()
  await nina.goto(await waitForLink(email, /is ready$/, '/resetpwd'))
  await nina.getByRole('textbox', { name: 'New password', exact: true }).fill(password)
  await nina.getByRole('textbox', { name: 'Confirm new password' }).fill(password)
  await nina.getByRole('button', { name: 'Set the new password' }).click()
  await nina.getByRole('link', { name: 'Sign in', exact: true }).click()
  await submitSignIn(nina, { email, password })
  await expect(nina).toHaveURL('/dashboard')
  await nina.goto('/user/userManager')
  await expect(nina).toHaveURL('/dashboard')
})

test('an administrator edits a member: name, license number, and notifications about cases', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { email } = await addColleague(alice, 'amy')
  const page = await alice.open()
  await page.goto('/user/userManager')
  await page.getByRole('button', { name: 'Actions for amy' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit amy' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Amy Okafor')
  await dialog.getByRole('textbox', { name: /^License number/ }).fill('GDC 118 204')
  await dialog.getByRole('checkbox', { name: 'By email' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'By SMS' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const row = page.getByRole('row', { name: /Amy Okafor/ })
  await expect(row).toContainText('GDC 118 204')
  await expect(row).toContainText('By SMS')
  await expect(row).not.toContainText('By email')
  const { list } = await alice.client.call('members.list', { body: {} })
  expect(list.find((member) => member.email === email)).toMatchObject({
    name: 'Amy Okafor',
    licenseNumber: 'GDC 118 204',
    acceptsOrderEmail: false,
    acceptsOrderSms: true,
  })
})

test('a password that an administrator sets follows the rule of all passwords', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  await addColleague(alice, 'amy')
  const page = await alice.open()
  await page.goto('/user/userManager')
  await page.getByRole('button', { name: 'Actions for amy' }).click()
  await page.getByRole('menuitem', { name: 'Set a password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a password for amy' })
  const submit = dialog.getByRole('button', { name: 'Set password' })
  for (const [typed, error] of [
    ['bridge7', 'Use 8–20 characters.'],
    ['bridge-of-27-and-of-28', 'Use 8–20 characters.'],
    ['bridgework', 'Use at least two kinds of characters: letters, digits, symbols.'],
  ] as const) {
    await dialog.locator('input[type=password]').fill(typed)
    await submit.click()
    await expect(dialog.getByText(error, { exact: true })).toBeVisible()
  }
  await dialog.locator('input[type=password]').fill('bridge-of-27')
  await submit.click()
  await expect(page.getByText('The password of amy was set.')).toBeVisible()
})

test('the pages of members repeat no member when their order changes, and a search begins at the first page', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const create = (name: string) =>
    alice.client.call('members.create', { body: { name, email: `${unique()}@clinic.example` } })
  for (let number = 10; number < 64; number += 1) await create(`Member ${number}`)
  const last = await create('Member 64')
  const page = await alice.open()
  await page.goto('/user/userManager')
  const names = page
    .getByRole('main')
    .getByRole('row')
    .getByText(/^Member \d\d$/)
  const pager = page.getByRole('navigation', { name: t('ui.table.pages') })
  const turn = async (way: 'next' | 'previous', range: string) => {
    await pager.getByRole('button', { name: t(`ui.table.${way}`) }).click()
    await expect(pager).toContainText(range)
    return await names.allInnerTexts()
  }
  await expect(pager).toContainText('1–25 of 56')
  // The first row of page 1 is alice.
  await expect(names).toHaveCount(24)
  const first = await names.allInnerTexts()
  // The renamed member becomes the first of the list and moves the last member of page 1 to page 2. Paging by page number would
  // show the moved member twice. SQL changes the name, because a call would make the browser load the list again.
  await runSql(`update account set name = 'Aaron Example' where id = '${last.id}'`)
  const second = await turn('next', '26–50 of 56')
  const release = await blockRequests(page, '**/orgUserList')
  await pager.getByRole('button', { name: t('ui.table.next') }).click()
  await expect(page.locator('.table-scroll')).toHaveAttribute('data-stale', 'true')
  // Until the next page is loaded, the pager shows the range of the current rows.
  await expect(pager).toContainText('26–50 of 56')
  expect(await names.allInnerTexts()).toEqual(second)
  release()
  await expect(pager).toContainText('51–55 of 56')
  const third = await names.allInnerTexts()
  const seen = [...first, ...second, ...third]
  expect(seen).toEqual([...new Set(seen)])
  expect(seen.at(-1)).toBe('Member 63')
  await page.reload()
  await expect(names).toHaveText(third)
  expect(await turn('previous', '26–50 of 56')).toEqual(second)
  await page.getByRole('searchbox', { name: t('common.label.searchPeople') }).fill('Aaron')
  await expect(page.getByText('Aaron Example')).toBeVisible()
  await expect(names).toHaveCount(0)
  await page.getByRole('searchbox', { name: t('common.label.searchPeople') }).fill('')
  await expect(pager).toContainText('1–25 of 56')
  await turn('next', '26–50 of 56')
  await turn('previous', '1–25 of 56')
  expect(new URL(page.url()).search).toBe('')
})

for (const language of inspectedLanguages) {
  const text = textsOf(language)

  test(`the screens of members are accessible and fit the screen, ${language}`, async ({
    register,
    signIn,
    openPage,
  }) => {
    test.slow()
    const alice = await register('clinic', 'alice')
    const nils = {
      organizationId: alice.organizationId,
      name: 'Nils Berg',
      email: `nils-${unique()}@clinic.example`,
      password: passwordDigest(password),
    }
    await alice.client.call('members.register', { body: nils })
    const link = await waitForLink(nils.email, 'Verify your email address', '/verifyEmail')
    const code = new URLSearchParams(new URL(link).hash.slice(1)).get('code') ?? ''
    await alice.client.call('accounts.verifyEmailByEmailCode', { body: { code } })
    await alice.client.call('invitations.create', { body: { email: `lena-${unique()}@clinic.example` } })
    const made = await alice.client.call('invitations.create', { body: {} })
    await addColleague(alice, 'amy')

    const page = await alice.open({ language })
    const see = (name: string, of = page) => inspect({ page: of, language, name })
    const dialog = page.getByRole('dialog')
    const close = async () => {
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    const choose = async (action: Parameters<typeof text>[0]) => {
      await page.getByRole('button', { name: text('common.label.actionsFor', { name: 'amy' }) }).click()
      await page.getByRole('menuitem', { name: text(action) }).click()
      await expect(dialog).toBeVisible()
    }
    await page.route('**/orgUserList', (route) => route.abort())
    await page.goto('/user/userManager')
    await expect(page.getByText(text('ui.error.title'))).toBeVisible()
    await see('members failed')
    await page.unroute('**/orgUserList')
    await page.getByRole('button', { name: text('common.do.retry') }).click()
    const approve = page.getByRole('button', {
      name: text('members.waiting.approveFor', { name: 'Nils Berg' }),
    })
    await expect(approve).toBeVisible()
    await see('members')
    await page.getByRole('searchbox', { name: text('common.label.searchPeople') }).fill('zzz')
    await expect(page.getByText(text('members.none'))).toBeVisible()
    await see('members none')
    await page.getByRole('button', { name: text('members.showAll') }).click()
    await page
      .getByRole('main')
      .getByRole('button', { name: text('members.create.title') })
      .click()
    await dialog.getByRole('button', { name: text('members.create.confirm') }).click()
    await expect(dialog.getByText(text('fields.required')).first()).toBeVisible()
    await see('dialog new member with errors')
    await close()
    await page
      .getByRole('main')
      .getByRole('button', { name: text('members.invite.button'), exact: true })
      .click()
    await expect(dialog).toBeVisible()
    await see('dialog invite')
    await dialog.getByRole('button', { name: text('members.invite.code') }).click()
    await expect(dialog.getByRole('img', { name: text('ui.invitation.code') })).toBeVisible()
    await see('dialog qr code')
    await close()
    await choose('common.do.edit')
    await see('dialog edit member')
    await close()
    for (const action of ['members.do.promote', 'common.do.password', 'members.do.disable'] as const) {
      await choose(action)
      await see(`dialog ${action.split('.').at(-1)}`)
      await close()
    }

    const waiting = await signIn({ name: nils.name, email: nils.email, password })
    const nilsPage = await waiting.open({ language })
    await nilsPage.goto('/')
    await expect(nilsPage.getByText(text('members.wait.next'))).toBeVisible()
    await see('waiting', nilsPage)

    const nobody = await openPage({ language })
    await nobody.goto(made.link ?? '')
    await expect(nobody.getByText(text('session.invitation.submit'))).toBeVisible()
    await nobody.getByRole('button', { name: text('session.invitation.submit') }).click()
    await expect(nobody.getByText(text('fields.required')).first()).toBeVisible()
    await see('invitation with errors', nobody)
    await nobody.goto(`/invitation#code=${'a'.repeat(43)}`)
    await expect(nobody.getByText(text('errors.invitation.invalid'))).toBeVisible()
    await see('invitation invalid', nobody)
    await nobody.goto('/register')
    await nobody.getByRole('radio', { name: text('common.role.member') }).check()
    await nobody
      .getByRole('textbox', { name: text('session.joining.searchClinic') })
      .fill(alice.organizationName)
    await nobody.getByRole('button', { name: text('common.do.search') }).click()
    await expect(nobody.getByRole('radio', { name: alice.organizationName })).toBeVisible()
    await see('register member', nobody)
    await nobody.getByRole('textbox', { name: text('session.joining.searchClinic') }).fill('zzzzqqqq')
    await nobody.getByRole('button', { name: text('common.do.search') }).click()
    await expect(nobody.getByText(text('session.joining.none'))).toBeVisible()
    await see('register member nothing found', nobody)
  })
}
