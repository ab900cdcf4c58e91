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

/**
 * Keeps the scans of cases from arriving: for pages that are not about the 3D view, which the processor draws. By the
 * browser itself and for these addresses alone: a route of the page would switch off the cache for everything it loads.
 */
export async function holdScans(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const patterns = ['files', 'meshes'].map((kind) => ({ urlPattern: `*/orders/*/${kind}/*` }))
  await devtools.send('Fetch.enable', { patterns })
}

/** Looks at the canvas as a person does: something stands in front of an even background. */
export async function expectDrawn(canvas: Locator): Promise<void> {
  await expect.poll(() => countShades(canvas), { message: 'shades in the 3D view' }).toBeGreaterThan(40)
  await expect
    .poll(async () => shareOfModel(await pictureOf(canvas)), { message: 'the model in the 3D view' })
    .toBeGreaterThan(0.015)
}

/** The points of an element's picture, three bytes each. */
export type Picture = { data: Buffer; width: number; height: number }

/** Takes a picture of an element. */
export async function pictureOf(element: Locator): Promise<Picture> {
  const { data, info } = await sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Takes a picture of a 3D view that nothing moves any more, once the graphics card has drawn all that it was told. */
export async function drawnPictureOf(canvas: Locator): Promise<Picture> {
  await canvas.evaluate(async (element) => {
    // A frame that is asked for in the first one is told to the card before the second.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const context = (element as HTMLCanvasElement).getContext('webgl2')
    // The card answers only when it has done what was asked before.
    context?.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4))
  })
  return pictureOf(canvas)
}

/** Tells of a point of a picture whether it is ground: of the colour near the corner, within the ring of the focus. */
export function findGround({ data, width }: Picture): (at: number) => boolean {
  const corner = (12 * width + 12) * 3
  return (at) => [0, 1, 2].every((channel) => Math.abs(data[at + channel]! - data[corner + channel]!) <= 8)
}

/** How many points of a picture are not ground. */
export function sizeOfModel(picture: Picture): number {
  const isGround = findGround(picture)
  let count = 0
  for (let at = 0; at < picture.data.length; at += 3) if (!isGround(at)) count += 1
  return count
}

/** Whether the model goes on beyond the left or the right side; looks at the middle, where no tools lie over it. */
export function isCut(picture: Picture): boolean {
  const { width, height } = picture
  const isGround = findGround(picture)
  for (let y = Math.ceil(height * 0.3); y < height * 0.7; y += 1)
    if ([6, width - 7].some((x) => !isGround((y * width + x) * 3))) return true
  return false
}

/** The share of a picture's points that are not ground. Texts over a scene are less than a hundredth. */
export function shareOfModel(picture: Picture): number {
  return sizeOfModel(picture) / (picture.width * picture.height)
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
