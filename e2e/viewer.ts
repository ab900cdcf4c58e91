import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

/** The 3D view's canvas once so many scans stand in it. */
export async function waitForScans(page: Page, count: number): Promise<Locator> {
  const view = page.getByRole('region', { name: '3D view' })
  await expect(view.getByRole('status').filter({ hasText: `${count} scan` })).toHaveText(
    count === 1 ? '1 scan shown' : `${count} scans shown`,
  )
  const canvas = view.locator('canvas')
  await expectDrawn(canvas)
  return canvas
}

/** Looks at the canvas as a person does: something stands in front of an even background. */
export async function expectDrawn(canvas: Locator): Promise<void> {
  await expect.poll(() => countShades(canvas), { message: 'shades in the 3D view' }).toBeGreaterThan(40)
  await expect.poll(() => shareOfModel(canvas), { message: 'the model in the 3D view' }).toBeGreaterThan(0.03)
}

/** The share of a picture that is not its ground, the colour in its corner. Texts over it are less than a hundredth. */
async function shareOfModel(element: Locator): Promise<number> {
  const { data } = await sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += 3)
    if ([0, 1, 2].some((channel) => Math.abs(data[at + channel]! - data[channel]!) > 8)) count += 1
  return count / (data.length / 3)
}

/** How many different colours a picture of an element has. */
async function countShades(element: Locator): Promise<number> {
  const { data } = await sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const shades = new Set<number>()
  for (let at = 0; at < data.length; at += 3)
    shades.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!)
  return shades.size
}
