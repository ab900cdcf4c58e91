import { expect, type Page } from '@playwright/test'
import { becomePartners, createCase, sendCase } from './cases.ts'
import { countInputs, countJob, jobViews } from './clicks.ts'
import { textsOf } from './inspect.ts'
import { test } from './people.ts'

const group = (page: Page, name: string) => page.getByRole('region', { name })

/** Presses Tab until the focus is on a button with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true })
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not reach the button “${name}”.`)
}

for (const { width, language } of jobViews) {
  test(`a clinic answers a question from its home page with two clicks, or two keys, at ${width} px in ${language}`, async ({
    register,
  }) => {
    const t = textsOf(language)
    const [alice, bob] = [await register('clinic', 'alice'), await register('lab', 'bob')]
    await becomePartners(alice, bob)
    const page = await alice.open({ language, viewport: { width, height: 900 } })
    const inputs = await countInputs(page)
    const answer = t('conversation.banner.send')
    const patients = ['Ada Quist', 'Bea Quist'] as const
    for (const patient of patients) {
      const { id } = await sendCase(alice, bob, patient)
      const body = {
        orderId: id,
        reason: 'other' as const,
        text: `Which shade for ${patient}?`,
        imageIds: [],
      }
      await bob.client.call('conversation.ask', { body })
    }
    await page.goto('/dashboard')
    const questions = group(page, t('orders.tasks.answer'))
    await expect(questions.getByRole('listitem')).toHaveCount(2)
    await expect(questions).toContainText(`Which shade for ${patients[0]}?`)

    const row = questions.getByRole('listitem').filter({ hasText: patients[0] })
    const mouse = async () => {
      await row.getByRole('button', { name: answer, exact: true }).click()
      await expect(row.getByRole('textbox', { name: t('conversation.banner.answer') })).toBeFocused()
      await page.keyboard.type('A3')
      await row.getByRole('button', { name: answer, exact: true }).last().click()
      await expect(row).toHaveCount(0)
    }
    await countJob(inputs, { way: 'mouse', most: 2, steps: mouse })

    await tabTo(page, answer)
    const keyboard = async () => {
      await page.keyboard.press('Enter')
      await expect(page.getByRole('textbox', { name: t('conversation.banner.answer') })).toBeFocused()
      await page.keyboard.type('Yes')
      await page.keyboard.press('Control+Enter')
      await expect(questions).toHaveCount(0)
    }
    await countJob(inputs, { way: 'keyboard', most: 2, steps: keyboard })
    const talk = await bob.client.call('orders.list', { body: { waitsForMe: true } })
    expect(talk.list.map(({ patientName }) => patientName).sort()).toEqual([...patients])
  })
}

test('a new clinic sees its first steps, and a case that is ready to be sent after the first of them', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const page = await alice.open()
  await page.goto('/dashboard')
  const steps = page.locator('section', { hasText: 'First steps' })
  await expect(steps.getByRole('link')).toHaveText([
    'Invite a laboratory',
    'New case',
    'Complete your organization’s profile',
  ])
  await steps.getByRole('link', { name: 'New case' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/dashboard')
  const { id } = await createCase(alice, 'Kestrel Example')
  await alice.client.call('orders.declareNoScans', { body: { id } })
  await expect(group(page, 'Ready to send').getByRole('link', { name: 'Kestrel Example' })).toBeVisible()
  await expect(steps.getByRole('link')).toHaveCount(2)
  await group(page, 'Ready to send').getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a laboratory accepts a case on its home page, which links to the list of a longer group', async ({
  register,
}) => {
  const [alice, bob] = [await register('clinic', 'alice'), await register('lab', 'bob')]
  await becomePartners(alice, bob)
  const page = await bob.open()
  await page.goto('/')
  await expect(page).toHaveURL('/order/list')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('figure', { name: 'Received cases' })).toBeVisible()
  // The rows appear by change events.
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay']) await sendCase(alice, bob, name)
  const accept = group(page, 'New cases to accept')
  await expect(accept.getByRole('listitem')).toHaveCount(5)
  await expect(accept.getByRole('heading')).toHaveText('New cases to accept6')
  await accept.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL('/order/list?task=accept')
  await expect(page.getByRole('row').filter({ hasText: /Ada|Bea|Cleo|Dora|Eve|Fay/ })).toHaveCount(6)
  await page.goBack()
  // The link has the name alone: the other text of a row contains a random name.
  const link = page.getByRole('link', { name: 'Ada', exact: true })
  await accept.getByRole('listitem').filter({ has: link }).getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('dialog')
  // The button names the day once the proposed day has arrived. A click before would be refused.
  await dialog.getByRole('button', { name: /^Accept for/ }).click()
  await expect(dialog).toBeHidden()
  await expect(accept.getByRole('heading')).toHaveText('New cases to accept5')
  await expect(page.getByText('6 cases')).toBeVisible()
})
