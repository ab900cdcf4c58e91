import { type Language, limits } from '@pontic/contract'
import { recordAttempt } from '../http/attempts.ts'
import type { JobHandlers } from '../jobs/job-table.ts'
import { sendMail } from '../mail/send-mail.ts'
import { findCodeRecipient, findValidCaptcha } from './captcha.queries.ts'
import { captchaCode } from './captcha-code.shared.ts'

const hourSeconds = 3600
const pages = { login: '/login', availability: '/register' } as const

/** The handlers of the captcha jobs. */
export const captchaJobs: JobHandlers<'captcha'> = {
  'captcha.mailCode': ({ captchaId, language }, services) =>
    services.database.transaction(async (tx) => {
      const captcha = await findValidCaptcha(tx, captchaId, services.now())
      if (!captcha) return
      const reader = await findCodeRecipient(tx, captcha.email)
      // A sign-in needs an account. For a registration no account exists yet.
      if (captcha.purpose === 'login' && !reader) return
      const limit = { windowSeconds: hourSeconds, max: limits.codeMailsPerHour }
      const { waitSeconds } = await recordAttempt(tx, `captcha-mail:${captcha.email}`, limit, services.now())
      if (waitSeconds > 0) return
      await sendMail(tx, services, {
        to: captcha.email,
        name: reader?.name ?? captcha.email,
        language: (reader?.language ?? language) as Language,
        template: 'captcha_code',
        params: {
          code: captchaCode(services.config.secretKey, captcha),
          minutes: limits.captchaMinutes,
        },
        link: pages[captcha.purpose],
      })
    }),
}
