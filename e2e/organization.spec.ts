import { expect, type Page } from '@playwright/test'
import { createPhoto } from './drop.ts'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { type Person, test } from './people.ts'

/** Creates a picture and chooses it in the file dialog of a button. @param size width and height in pixels */
async function choosePicture(page: Page, button: string, size: readonly [number, number]): Promise<void> {
  const photo = await createPhoto(page, ...size)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button, exact: true }).click()
  await (await choosing).setFiles({ name: photo.name, mimeType: photo.type, buffer: photo.bytes })
}

async function becomePartners(clinic: Person, lab: Person): Promise<void> {
  await clinic.client.call('partners.apply', { body: { organizationId: lab.organizationId } })
  await lab.client.call('partners.answer', { body: { organizationId: clinic.organizationId, approve: true } })
}

const notice = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

test('a laboratory fills in its profile with pictures and terms, and a partner reads it', async ({
  register,
}) => {
  test.slow()
  const bob = await register('lab', 'bob')
  const alice = await register('clinic', 'alice')
  await becomePartners(alice, bob)
  const page = await bob.open()
  await page.goto('/myinfo/organization')
  await expect(page.getByRole('heading', { name: 'My organization', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'You are here' })).toContainText('My organization')

  await page.getByRole('textbox', { name: 'Contact person' }).fill('Bob Fischer')
  await page.getByRole('textbox', { name: 'Office phone' }).fill('+44 114 496 0200')
  await page.getByRole('button', { name: 'Save basic information' }).click()
  await notice(page, 'Saved.')
  await page.getByRole('textbox', { name: 'Street and city' }).fill('7 Kiln Yard, Sheffield')
  await page.getByRole('textbox', { name: 'Postal code' }).fill('S3 8AB')
  await page.getByRole('button', { name: 'Save address' }).click()

  const dialog = page.getByRole('dialog', { name: 'Crop the picture' })
  await choosePicture(page, 'Choose a picture', [400, 300])
  await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('group', { name: 'Logo' }).locator('img')).toBeVisible()

  await choosePicture(page, 'Add cover image', [899, 400])
  await expect(page.getByRole('alert')).toContainText('at least 900 pixels wide')
  await choosePicture(page, 'Add cover image', [1_200, 500])
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(page.getByRole('img', { name: 'Cover image 1' })).toBeVisible()

  const about = page.getByRole('textbox', { name: 'Description' })
  await about.click()
  await page.keyboard.type('Zirconia since ')
  await page.keyboard.press('ControlOrMeta+B')
  await page.keyboard.type('2004')
  await page.getByRole('textbox', { name: 'Website' }).fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save about us' }).click()
  await expect(page.getByRole('textbox', { name: 'Website' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Website' }).fill('northlight.example')
  await page.getByRole('button', { name: 'Save about us' }).click()
  await expect(page.getByRole('textbox', { name: 'Website' })).toHaveValue('https://northlight.example')

  await page.getByRole('button', { name: 'Insert sample terms' }).click()
  await expect(page.getByRole('textbox', { name: 'Terms' })).toContainText('within 5 working days')
  const saving = page.waitForResponse(
    (response) => response.url().endsWith('/restful/organizations') && response.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: 'Save terms' }).click()
  expect((await saving).status()).toBe(200)

  const clinicPage = await alice.open()
  await clinicPage.goto('/followcard/list?tab=partners')
  await clinicPage.getByRole('link', { name: bob.organizationName }).click()
  await expect(clinicPage.getByRole('heading', { name: bob.organizationName, level: 1 })).toBeVisible()
  await expect(clinicPage.getByRole('img', { name: `Picture 1 of ${bob.organizationName}` })).toBeVisible()
  await expect(clinicPage.getByText('Zirconia since')).toBeVisible()
  await expect(clinicPage.locator('strong', { hasText: '2004' })).toBeVisible()
  await expect(clinicPage.getByText('within at most 7 working days')).toBeVisible()
  await expect(clinicPage.getByText('Bob Fischer')).toBeVisible()
  await expect(clinicPage.getByText('+44 114 496 0200')).toBeVisible()
  await expect(clinicPage.getByText('7 Kiln Yard, Sheffield, S3 8AB')).toBeVisible()
  const website = clinicPage.getByRole('link', { name: 'northlight.example' })
  await expect(website).toHaveAttribute('rel', /noopener/)
  await expect(website).toHaveAttribute('href', 'https://northlight.example')
})

test('a failed picture upload shows an error, and the next attempt succeeds', async ({ register }) => {
  const bob = await register('lab', 'bob')
  const page = await bob.open()
  await page.goto('/myinfo/organization')
  const dialog = page.getByRole('dialog', { name: 'Crop the picture' })
  await page.route('**/restful/images/cover', (route) => route.abort())
  await choosePicture(page, 'Add cover image', [1_200, 500])
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to upload the picture, try later.')
  await page.unrouteAll()
  await choosePicture(page, 'Add cover image', [1_200, 500])
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(page.getByRole('img', { name: 'Cover image 1' })).toBeVisible()
})

test('switches, text formatting and the crop of a picture can be set by keyboard', async ({ register }) => {
  const bob = await register('lab', 'bob')
  const page = await bob.open()
  await page.goto('/myinfo/organization')
  const text = page.getByRole('textbox', { name: 'Description' })
  await text.focus()
  await page.keyboard.type('Bold')
  await page.keyboard.press('Shift+Tab')
  const bar = page.getByRole('toolbar', { name: 'Formatting of Description' })
  await expect(bar.locator(':focus')).toHaveCount(1)
  await bar.getByRole('button', { name: 'Bulleted list' }).press('Enter')
  await expect(text.getByRole('listitem')).toHaveText('Bold')

  const auto = page.getByRole('switch', { name: 'Approve applications automatically' })
  await auto.press('Space')
  await expect(auto).toBeChecked()

  await choosePicture(page, 'Add cover image', [2_000, 700])
  const dialog = page.getByRole('dialog', { name: 'Crop the picture' })
  await dialog.getByRole('slider', { name: 'Zoom' }).press('End')
  const frame = dialog.getByRole('group', { name: 'Visible part of the picture' })
  await frame.press('ArrowLeft')
  const use = dialog.getByRole('button', { name: 'Use picture' })
  // A key press does not wait until the button is enabled, as a click does.
  await expect(use).toBeEnabled()
  await use.press('Enter')
  await expect(page.getByRole('img', { name: 'Cover image 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove cover image 1' }).press('Enter')
  await expect(page.getByRole('img', { name: 'Cover image 1' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add cover image' })).toBeFocused()
})

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`the organization page and profile are accessible and fit the screen, ${language}`, async ({
    register,
  }) => {
    test.slow()
    const bob = await register('lab', 'bob')
    const alice = await register('clinic', 'alice')
    const page = await bob.open({ language })
    const see = (name: string) => inspect({ page, language, name })
    const editor = page.getByRole('toolbar').first()
    await page.goto('/myinfo/organization')
    await expect(editor).toBeVisible()
    await see('my organization')
    await page.getByRole('textbox', { name: t('organizations.website') }).fill('ftp://x')
    await page.getByRole('textbox', { name: t('common.label.organizationName') }).fill('a/b')
    await page.getByRole('button', { name: t('organizations.saveBasic') }).click()
    await page.getByRole('button', { name: t('organizations.saveAbout') }).click()
    await expect(page.locator('.mantine-InputWrapper-error').nth(1)).toBeVisible()
    await see('my organization with errors')
    await choosePicture(page, t('organizations.addCover'), [1_200, 500])
    await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible()
    await see('my organization cutting a picture')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('ui.image.use') })
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()
    const cover = page.getByRole('img', { name: t('organizations.cover', { number: 1 }) })
    // The picture is uploaded and stays after the dialog is closed.
    await expect(cover).toBeVisible()
    await bob.client.call('organizations.update', {
      body: {
        about: '<p>Zirconia <strong>since 2004</strong>.</p>',
        terms: '<h3>Delivery</h3><ul><li>5 days</li></ul>',
        websiteUrl: 'https://northlight.example/a/rather/long/address/that/does/not/fit/in/one/line',
        officePhone: '+44 114 496 0200',
      },
    })
    await page.reload()
    await expect(cover).toBeVisible()
    await see('my organization filled')
    await page.goto(`/organization/profile/${bob.organizationId}`)
    await expect(page.getByText(t('partners.profile.own'))).toBeVisible()
    await see('own profile')
    await page.route('**/restful/organizations', (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto('/myinfo/organization')
    await expect(page.getByText(t('ui.error.title'))).toBeVisible()
    await see('my organization failed')

    const clinicPage = await alice.open({ language })
    await clinicPage.goto(`/organization/profile/${bob.organizationId}`)
    await expect(clinicPage.getByText(t('partners.profile.contactHidden'))).toBeVisible()
    await inspect({ page: clinicPage, language, name: 'profile of a stranger' })
    await becomePartners(alice, bob)
    await expect(clinicPage.getByText('+44 114 496 0200')).toBeVisible()
    await inspect({ page: clinicPage, language, name: 'profile of a partner' })
    await clinicPage.goto(`/organization/profile/${crypto.randomUUID()}`)
    await expect(clinicPage.getByText(t('errors.partner.not_found'))).toBeVisible()
    await inspect({ page: clinicPage, language, name: 'profile not found' })
  })
}

test('the organization page of the platform has no settings about partners', async ({ demo }) => {
  const root = await demo('root')
  const page = await root.open()
  await page.goto('/myinfo/organization')
  await expect(page.getByRole('textbox', { name: 'Name of the organization' })).not.toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Terms and conditions' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/partner/i)
  await page.goto(`/organization/profile/${root.organizationId}`)
  await expect(page.getByRole('heading', { level: 1, name: root.organizationName })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/partner/i)
})
