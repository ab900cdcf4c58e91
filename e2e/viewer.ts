import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

/** Waits until the 3D view shows `count` scans. @returns its canvas */
export async function waitForScans(page: Page, count: number): Promise<Locator> {
  const view = page.getByRole('region', { name: '3D view' })
  await expect(view.getByRole('status').filter({ hasText: `${count} scan` })).toHaveText(
    count === 1 ? '1 scan shown' : `${count} scans shown`,
  )
  const canvas = view.locator('canvas')
  await expectDrawn(canvas)
  return canvas
}

/**
 * Blocks requests for scans in tests of other parts of the page, because rendering scans in software is slow. Uses the
 * browser's Fetch domain, because a Playwright route disables the HTTP cache for all requests of the page.
 */
export async function blockScans(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const patterns = ['files', 'meshes'].map((kind) => ({ urlPattern: `*/orders/*/${kind}/*` }))
  await devtools.send('Fetch.enable', { patterns })
}

/** Asserts that the canvas shows a model in front of a plain background. */
export async function expectDrawn(canvas: Locator): Promise<void> {
  await expect.poll(() => countShades(canvas), { message: 'shades in the 3D view' }).toBeGreaterThan(40)
  await expect
    .poll(async () => shareOfModel(await pictureOf(canvas)), { message: 'the model in the 3D view' })
    .toBeGreaterThan(0.015)
}

/** Pixels of a screenshot, three bytes each. */
export type Picture = { data: Buffer; width: number; height: number }

/** Takes a screenshot of an element. */
export async function pictureOf(element: Locator): Promise<Picture> {
  const { data, info } = await sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Takes a screenshot of a 3D view after all WebGL commands have run. */
export async function drawnPictureOf(canvas: Locator): Promise<Picture> {
  await canvas.evaluate(async (element) => {
    // A frame that is requested during the first callback is submitted before the second callback runs.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const context = (element as HTMLCanvasElement).getContext('webgl2')
    // `readPixels` waits for all earlier commands.
    context?.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4))
  })
  return pictureOf(canvas)
}

/**
 * Returns a function that checks whether the pixel at a byte offset is background. The colour of the background is read near
 * the corner, inside the focus ring.
 */
export function findGround({ data, width }: Picture): (at: number) => boolean {
  const corner = (12 * width + 12) * 3
  return (at) => [0, 1, 2].every((channel) => Math.abs(data[at + channel]! - data[corner + channel]!) <= 8)
}

/** Counts the pixels that are not background. */
export function sizeOfModel(picture: Picture): number {
  const isGround = findGround(picture)
  let count = 0
  for (let at = 0; at < picture.data.length; at += 3) if (!isGround(at)) count += 1
  return count
}

/** Whether the left or right edge cuts the model off. Checks only the middle rows of pixels, which no controls cover. */
export function isCut(picture: Picture): boolean {
  const { width, height } = picture
  const isGround = findGround(picture)
  for (let y = Math.ceil(height * 0.3); y < height * 0.7; y += 1)
    if ([6, width - 7].some((x) => !isGround((y * width + x) * 3))) return true
  return false
}

/** Computes the share of pixels that are not background. The texts over the 3D view cover less than a hundredth. */
export function shareOfModel(picture: Picture): number {
  return sizeOfModel(picture) / (picture.width * picture.height)
}

/** Counts the different colours in the screenshot of an element. */
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
