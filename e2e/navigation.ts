import { expect, type Page } from '@playwright/test'

/** Navigates inside the open page, like a link. */
export const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((path) => history.pushState(null, '', path), address)

/**
 * Navigates inside the open page, like a link, and waits until the portal shows another screen, or another object of the same
 * screen. Takes half of the processor time of loading the page, which it does if no page is open.
 * @param address an address whose page has another title than the open one
 * @returns the path of that screen
 */
export async function openInside(page: Page, address: string): Promise<string> {
  if (page.url() === 'about:blank') await page.goto(address)
  else {
    const title = await page.title()
    await follow(page, address)
    await expect.poll(() => page.title(), `${address} is shown`).not.toBe(title)
  }
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  return new URL(page.url()).pathname
}
