import type { CaptchaKind, CaptchaPurpose } from '@pontic/contract'
import { captchaCode } from '../platform/captcha/captcha-code.shared.ts'
import type { TestApp } from './app.ts'
import { as } from './people.ts'

/** A solved captcha: its id and the right code. */
export type SolvedCaptcha = { codeId: string; code: string }

/** Requests a captcha and solves it. */
export async function solveCaptcha(
  app: TestApp,
  purpose: CaptchaPurpose,
  headers: Record<string, string> = {},
  kind: CaptchaKind = 'graphic',
): Promise<SolvedCaptcha> {
  const answer = await as(app, undefined, headers).call('captcha.create', { body: { purpose, kind } })
  if (answer.status !== 200) throw new Error(`captcha: ${answer.status} ${answer.body.error}`)
  const { codeId } = answer.body.data
  return { codeId, code: captchaCode(app.services.config.secretKey, { id: codeId, kind }) }
}

/** Requests and solves a captcha. @returns the captcha fields of a `POST /token` body */
export async function captchaFields(
  app: TestApp,
  headers: Record<string, string> = {},
): Promise<{ code_id: string; code: string }> {
  const { codeId, code } = await solveCaptcha(app, 'login', headers)
  return { code_id: codeId, code }
}
