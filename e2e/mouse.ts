import type { Locator } from '@playwright/test'

/** A place in a part of the page, as shares of its width and height. */
export type Place = readonly [part: Locator, x: number, y: number]

/**
 * Drags with the mouse from one place to another.
 * @param whileHeld runs at the second place, before the button is released
 */
export async function drag(from: Place, to: Place, whileHeld?: () => Promise<void>): Promise<void> {
  const page = from[0].page()
  // Waits until the part no longer moves, as in a dialog that has just opened.
  await from[0].scrollIntoViewIfNeeded()
  await page.mouse.move(...(await pointOf(from)))
  await page.mouse.down()
  await page.mouse.move(...(await pointOf(to)), { steps: 8 })
  await whileHeld?.()
  await page.mouse.up()
}

/** @returns CSS pixels in the window, horizontal and vertical */
async function pointOf([part, x, y]: Place): Promise<[number, number]> {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not shown`)
  return [box.x + box.width * x, box.y + box.height * y]
}
