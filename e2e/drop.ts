import type { Locator, Page } from '@playwright/test'
import type { SentFile } from './cases.ts'

/** Drops files onto an element with the events of a real drop. */
export async function dropFiles(page: Page, target: Locator, files: readonly SentFile[]): Promise<void> {
  const data = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type, lastModified: 1_700_000_000_000 }))
      }
      return transfer
    },
    files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') })),
  )
  for (const event of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(event, { dataTransfer: data })
  await data.dispose()
}

/** Creates a JPEG in the browser. The picture is noise, because a plain one would have only a few bytes. */
export async function createPhoto(page: Page, width = 640, height = 480): Promise<SentFile> {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas')
      canvas.width = w
      canvas.height = h
      const context = canvas.getContext('2d')!
      const image = context.createImageData(w, h)
      for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 256
      context.putImageData(image, 0, 0)
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1]!
    },
    [width, height] as const,
  )
  return { name: 'shade.jpg', bytes: Buffer.from(base64, 'base64'), type: 'image/jpeg' }
}
