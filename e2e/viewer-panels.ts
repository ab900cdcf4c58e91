import { expect, type Locator, type Page } from '@playwright/test'

/** The 3D view of the page. */
export const viewOf = (page: Page) => page.getByRole('region', { name: '3D view' })

/** Activates a tool by its key. @returns its panel */
export async function openTool(page: Page, key: string, name: string): Promise<Locator> {
  await viewOf(page).locator('canvas').focus()
  await page.keyboard.press(key)
  const panel = viewOf(page).getByRole('region', { name, exact: true })
  await expect(panel).toBeVisible()
  return panel
}

/** The value beside a label in the panel of a tool. */
export const figure = (panel: Locator, label: string) =>
  panel
    .locator('dl > div')
    .filter({ has: panel.page().getByText(label, { exact: true }) })
    .locator('dd')
