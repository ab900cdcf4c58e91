import { expect, type Page } from '@playwright/test'
import type { CaptchaKind } from '@pontic/contract'
import { captchaCode } from '../apps/server/src/platform/captcha/captcha-code.shared.ts'
import type { Texts } from './inspect.ts'
import { secretKey } from './portal.ts'

/** Computes the code that the picture of a captcha shows. */
export const codeOfCaptcha = (id: string, kind: CaptchaKind = 'graphic'): string =>
  captchaCode(secretKey, { id, kind })

/** Waits for a captcha picture and returns its id and code. @param after id of the previous picture, which is ignored */
export async function readCaptcha(page: Page, t: Texts, after = ''): Promise<{ id: string; code: string }> {
  const picture = page.getByRole('img', { name: t('session.captcha.picture') })
  await expect(picture).toBeVisible()
  let id = ''
  await expect
    .poll(async () => {
      id = (await picture.getAttribute('src'))?.split('/').at(-1) ?? ''
      const isDrawn = await picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
      return isDrawn && id !== after
    })
    .toBe(true)
  return { id, code: codeOfCaptcha(id) }
}
