import { expect } from '@playwright/test'
import { languageNames } from '@pontic/messages'
import { inspect, inspectedLanguages, textsOf } from './inspect.ts'
import { test } from './people.ts'

for (const language of inspectedLanguages) {
  const t = textsOf(language)

  test(`menus, search and account menu are accessible and fit the screen, ${language}`, async ({ demo }) => {
    test.slow()
    const alice = await demo('alice')
    const page = await alice.open({ language })
    const see = (name: string, only?: 'desktop' | 'phone') =>
      inspect({ page, language, name, ...(only ? { only } : {}) })
    const menu = page.getByRole('menu')
    await page.goto('/myinfo/account')
    await expect(page.getByText(alice.email).first()).toBeVisible()
    await see('account')
    await page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }).click()
    await expect(menu).toBeVisible()
    await see('user menu')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await page.getByRole('banner').getByRole('button', { name: languageNames[language] }).click()
    await expect(menu).toBeVisible()
    await see('language menu', 'desktop')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('shell.closeMenu') }).click()
    await see('side menu closed', 'desktop')
    await page.getByRole('button', { name: t('shell.openMenu') }).click()
    await page.keyboard.press('ControlOrMeta+K')
    await expect(page.getByRole('combobox', { name: t('shell.searchHint') })).toBeVisible()
    await see('search')
    await page.keyboard.type('zzzzz')
    await expect(page.getByText(t('shell.searchNothing', { query: 'zzzzz' }))).toBeVisible()
    await see('search without a result')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: t('shell.more'), exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await see('more', 'phone')
    await page.goto('/no/such/page')
    await expect(page.getByText(t('shell.notFound'))).toBeVisible()
    await see('not found signed in')
  })
}
