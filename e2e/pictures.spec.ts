import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { createCase, uploadFile } from './cases.ts'
import { test } from './people.ts'

/** Encodes an element of a DICOM file (DICOM PS3.5, Explicit VR Little Endian). */
function element(tag: number, vr: string, value: string | number | Uint8Array): Buffer {
  const body =
    typeof value === 'number'
      ? Buffer.from([value & 255, value >> 8])
      : Buffer.from(typeof value === 'string' && value.length % 2 ? `${value} ` : value)
  const isLong = vr === 'OB'
  const head = Buffer.alloc(isLong ? 12 : 8)
  head.writeUInt16LE(tag >>> 16, 0)
  head.writeUInt16LE(tag & 0xffff, 2)
  head.write(vr, 4)
  if (isLong) head.writeUInt32LE(body.length, 8)
  else head.writeUInt16LE(body.length, 6)
  return Buffer.concat([head, body])
}

/** Writes a DICOM photograph of 4 × 2 pixels: the left half red, the right half blue. */
function dicomPhoto(): Buffer {
  const head = Buffer.alloc(132)
  head.write('DICM', 128)
  const row = [200, 20, 20, 200, 20, 20, 20, 20, 200, 20, 20, 200]
  return Buffer.concat([
    head,
    element(0x00020010, 'UI', '1.2.840.10008.1.2.1'),
    element(0x00100010, 'PN', 'Smile^Secret'),
    element(0x00280002, 'US', 3),
    element(0x00280004, 'CS', 'RGB'),
    element(0x00280010, 'US', 2),
    element(0x00280011, 'US', 4),
    element(0x00280100, 'US', 8),
    element(0x00280101, 'US', 8),
    element(0x7fe00010, 'OB', Uint8Array.from([...row, ...row])),
  ])
}

/** Reads the colour of a loaded picture at a share of its width. */
const colorAt = (picture: Locator, share: number) =>
  picture.evaluate(async (image: HTMLImageElement, share) => {
    await image.decode()
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight]
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    return [...context.getImageData(Math.floor(share * canvas.width), 0, 1, 1).data.slice(0, 3)]
  }, share)

/**
 * Watches for `<img>` elements that get another name or address. A browser shows the picture from before in such an element until
 * the next one is loaded.
 * @returns a function that returns the names of these elements
 */
async function watchImages(page: Page): Promise<() => Promise<string[]>> {
  const names = await page.evaluateHandle(() => {
    const names: string[] = []
    const observer = new MutationObserver((changes) => {
      // React sets the address of a new element a second time.
      for (const { target, attributeName, oldValue } of changes)
        if (target instanceof HTMLImageElement && target.getAttribute(attributeName!) !== oldValue)
          names.push(target.alt)
    })
    const attributes = { attributeFilter: ['alt', 'src'], attributeOldValue: true }
    observer.observe(document.body, { subtree: true, ...attributes })
    return names
  })
  return () => names.jsonValue()
}

test('photos of a case open over the page with zoom, arrow keys and focus, and a DICOM photo shows its picture', async ({
  register,
}) => {
  const alice = await register('clinic', 'alice')
  const { id } = await createCase(alice, 'Dora Dicom')
  const photo = { width: 2400, height: 1600, channels: 3, background: '#20a040' } as const
  const jpeg = await sharp({ create: photo }).jpeg().toBuffer()
  for (const [name, bytes, type] of [
    ['smile.jpg', jpeg, 'image/jpeg'],
    ['intraoral.dcm', dicomPhoto(), 'application/dicom'],
  ] as const) {
    const { id: fileId } = await uploadFile(alice, id, { name, bytes, type })
    await alice.client.call('files.setRole', { body: { fileId, role: 'photo' } })
  }
  const page = await alice.open({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/order/detail/${id}`)
  const figure = page.getByRole('figure', { name: 'Pictures of this case' })
  await figure.getByRole('button', { name: 'intraoral.dcm', exact: true }).click()
  const dicom = figure.getByRole('img', { name: 'intraoral.dcm' })
  await expect(dicom).toBeVisible()
  expect(await colorAt(dicom, 0.1)).toEqual([200, 20, 20])
  expect(await colorAt(dicom, 0.9)).toEqual([20, 20, 200])
  const reused = await watchImages(page)
  await figure.getByRole('button', { name: 'Next picture' }).click()
  expect(await colorAt(figure.getByRole('img', { name: 'smile.jpg' }), 0.1)).toEqual([32, 160, 65])
  await figure.getByRole('button', { name: 'Previous picture' }).click()
  expect(await colorAt(dicom, 0.1)).toEqual([200, 20, 20])
  expect(await reused(), 'pictures that were shown under the name of another one').toEqual([])

  const enlarge = figure.getByRole('button', { name: 'Enlarge intraoral.dcm' })
  await enlarge.press('Enter')
  const box = page.getByRole('dialog')
  await expect(box).toHaveAccessibleName('intraoral.dcm')
  await expect(box.getByRole('img', { name: 'intraoral.dcm' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(box).toHaveAccessibleName('smile.jpg')
  const large = box.getByRole('img', { name: 'smile.jpg' })
  const widthOf = async () => (await large.boundingBox())?.width ?? 0
  await expect.poll(widthOf).toBeGreaterThan(400)
  expect(await widthOf()).toBeLessThanOrEqual(1280)
  await box.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(widthOf).toBeGreaterThan(1280)
  await box.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(widthOf).toBeLessThanOrEqual(1280)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(widthOf).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(figure.getByRole('button', { name: 'Enlarge smile.jpg' })).toBeFocused()
})
