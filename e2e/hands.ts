import { expect, type Locator, type Page } from '@playwright/test'
import type { SentFile } from './cases.ts'
import { dropFiles } from './drop.ts'

/** Input by mouse, or by keyboard only. */
export type Hand = {
  /** Presses a button or follows a link. */
  press: (target: Locator) => Promise<void>
  /** Chooses one of a group of radio buttons. */
  choose: (target: Locator) => Promise<void>
  /** Replaces the text of a field. */
  write: (target: Locator, text: string) => Promise<void>
  /** Types a day into its field, in the format that every language accepts. @param day `YYYY-MM-DD` */
  setDay: (target: Locator, day: string) => Promise<void>
  /** Chooses an option of a select of the portal. */
  pick: (list: Locator, option: string) => Promise<void>
  /** Chooses an option of a native select by its label. */
  select: (list: Locator, label: string) => Promise<void>
  /** Chooses a tooth of a chart. @param tooth its FDI code */
  chooseTooth: (chart: Locator, tooth: string) => Promise<void>
  /** Opens a tab. */
  openTab: (tab: Locator) => Promise<void>
  /** Adds files to a drop zone. @param button the button that opens the file dialog */
  give: (button: Locator, files: readonly SentFile[]) => Promise<void>
}

/** Uses the mouse and drops files. */
export const mouse: Hand = {
  press: (target) => target.click(),
  choose: async (target) => {
    // Clicks the label, because the radio button may be invisible.
    await target.locator('xpath=ancestor::label').click()
    await expect(target).toBeChecked()
  },
  write: (target, text) => target.fill(text),
  setDay: (target, day) => target.fill(day),
  pick: async (list, option) => {
    await list.click()
    await list.page().getByRole('option', { name: option }).click()
  },
  select: async (list, label) => {
    await list.selectOption({ label })
  },
  chooseTooth: (chart, tooth) => chart.locator(`[data-tooth="${tooth}"]`).click(),
  openTab: (tab) => tab.click(),
  give: (button, files) => dropFiles(button.page(), button, files),
}

const stopsMax = 150

/**
 * Returns a function that checks whether an element has focus. Finds the element only once, unless the page replaces it, because
 * finding an element by its role takes longer than a key press.
 */
async function watchFocus(target: Locator): Promise<() => Promise<boolean>> {
  let element = await target.elementHandle()
  return async () => {
    const state = await element?.evaluate(
      (one) => one.isConnected && (one === document.activeElement ? 'focused' : 'blurred'),
    )
    if (state) return state === 'focused'
    element = await target.elementHandle()
    return (await element?.evaluate((one) => one === document.activeElement)) ?? false
  }
}

/** Returns whether an element stands before the focused element in the document. Playwright runs it in the page. */
const isBeforeFocus = (element: Element) =>
  document.activeElement !== document.body &&
  document.activeElement?.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_PRECEDING

/**
 * Presses Tab until the element has focus, or Shift+Tab if the element stands before the focused one.
 * @returns the page of the element
 * @throws Error after 150 key presses
 */
async function reach(target: Locator): Promise<Page> {
  const page = target.page()
  await expect(target).toBeVisible()
  const isThere = await watchFocus(target)
  const key = (await target.evaluate(isBeforeFocus)) ? 'Shift+Tab' : 'Tab'
  for (let stop = 0; stop < stopsMax; stop++) {
    if (await isThere()) return page
    await page.keyboard.press(key)
  }
  throw new Error(`Tab never reaches ${target}`)
}

const pressKey = async (target: Locator, key: string) => (await reach(target)).keyboard.press(key)

/** Uses only the keyboard. */
export const keyboard: Hand = {
  press: (target) => pressKey(target, 'Enter'),
  choose: async (target) => {
    const page = target.page()
    const name = await target.getAttribute('name')
    await reach(page.locator(`input[type=radio][name="${name}"]:checked`))
    for (let step = 0; step < 10 && !(await target.isChecked()); step++)
      await page.keyboard.press('ArrowDown')
    await expect(target).toBeChecked()
  },
  write: async (target, text) => {
    const page = await reach(target)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
  },
  setDay: async (target, day) => {
    const page = await reach(target)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(day)
  },
  pick: async (list, option) => {
    const page = await reach(list)
    await page.keyboard.press('Enter')
    const wanted = page.getByRole('option', { name: option })
    await expect(wanted).toBeVisible()
    for (let step = 0; step < 30; step++) {
      const id = await list.getAttribute('aria-activedescendant')
      if (id !== null && id === (await wanted.getAttribute('id'))) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await expect(list).toHaveValue(option)
  },
  select: async (list, label) => {
    const page = await reach(list)
    await page.keyboard.type(label)
    await expect(list.locator('option:checked')).toHaveText(label)
  },
  chooseTooth: async (chart, tooth) => {
    const page = await reach(chart.locator('[role=option][tabindex="0"]'))
    const wanted = chart.locator(`[data-tooth="${tooth}"]`)
    const isThere = await watchFocus(wanted)
    for (const key of [...Array(16).fill('ArrowRight'), 'ArrowDown', ...Array(16).fill('ArrowLeft')]) {
      if (await isThere()) break
      await page.keyboard.press(key)
    }
    await page.keyboard.press('Space')
    await expect(wanted).toHaveAttribute('aria-selected', 'true')
  },
  openTab: async (tab) => {
    const page = tab.page()
    await reach(page.getByRole('tablist').filter({ has: tab }).locator('[role=tab][aria-selected=true]'))
    const isThere = await watchFocus(tab)
    for (let step = 0; step < 10; step++) {
      if (await isThere()) break
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Enter')
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  },
  give: async (button, files) => {
    const page = await reach(button)
    const opening = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await opening).setFiles(
      files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })),
    )
  },
}
