import { expect, type Page } from '@playwright/test'
import type { demoPeople } from '../apps/server/src/demo/demo-people.ts'
import { createCase } from './cases.ts'
import { textsOf } from './inspect.ts'
import { lengthen, lengthenTexts, mark } from './long-texts.ts'
import { test } from './people.ts'
import { runSql } from './portal.ts'
import { findTextFaults } from './text-faults.ts'

const t = textsOf('en_US')

const sizes = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]

/** The work on the cards of a board, which have two lines. */
const shortened = '[data-card] [title]'

/** Asserts in each width that no text is cut off, overlaps or overflows. */
async function expectFit(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect.soft
      .poll(() => page.evaluate(findTextFaults, { texts: [], mark, shortened }), {
        message: `${name}, ${size.width} px`,
        timeout: 60_000,
      })
      .toEqual([])
  }
  await page.setViewportSize(sizes[0]!)
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('main').getByText(mark).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  if (path.includes('layout=')) await expect(page.locator('[data-card]').first()).toBeVisible()
}

const screens: Partial<Record<keyof typeof demoPeople, readonly string[]>> = {
  alice: [
    '/dashboard',
    '/order/list',
    '/followcard/list',
    '/user/userManager',
    '/work/list',
    '/myinfo/account',
    '/myinfo/organization',
    '/myinfo/security',
    '/notifications',
    '/organization/audit',
  ],
  bob: ['/order/list', '/order/list?layout=status', '/order/list?layout=day'],
  root: [
    '/manage/organization',
    '/manage/user',
    '/manage/push',
    // Only the entries of the platform, because other tests add entries of any length to the whole log.
    '/manage/audit?organization=',
    '/manage/health',
    '/manage/retention',
  ],
}

for (const [who, paths] of Object.entries(screens) as [keyof typeof demoPeople, readonly string[]][])
  test(`the screens of ${who} have room for texts that are 40 % longer`, async ({ demo }) => {
    test.slow()
    const person = await demo(who)
    const page = await person.open()
    await lengthenTexts(page.context())
    for (const path of paths) {
      await open(page, path.endsWith('organization=') ? path + person.organizationId : path)
      await expectFit(page, path)
    }
  })

test('a case, its ticket and the dialogs have room for texts that are 40 % longer', async ({ demo }) => {
  test.slow()
  const alice = await demo('alice')
  const { list } = await alice.client.call('orders.list', { body: { status: 'uploaded' } as never })
  const page = await alice.open()
  await lengthenTexts(page.context())
  const dialog = page.getByRole('dialog')
  await open(page, `/order/print/${list[0]!.id}`)
  await expectFit(page, 'ticket')
  await open(page, `/order/detail/${list[0]!.id}`)
  await expectFit(page, 'case')
  const dialogs = [
    [`/order/detail/${list[0]!.id}`, t('order.action.send')],
    [`/order/detail/${list[0]!.id}`, t('order.action.edit')],
    ['/order/list', t('orders.newCase')],
    ['/work/list', t('support.create.button')],
    ['/user/userManager', t('members.invite.button')],
  ] as const
  for (const [path, button] of dialogs) {
    await open(page, path)
    await page
      .getByRole('main')
      .getByRole('button', { name: lengthen(button) })
      .first()
      .click()
    await expect(dialog).toBeVisible()
    await expectFit(page, `dialog ${button}`)
  }
})

test('the ticket has room for the widest case number', async ({ register }) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Wide Example')
  await runSql("update orders set number = 'C26-WWWWWW' where id = $1", [id])
  const page = await alice.open()
  await page.goto(`/order/print/${id}`)
  await expect(page.getByRole('heading', { name: 'C26-WWWWWW' }).first()).toBeVisible()
  await expectFit(page, 'ticket')
})
