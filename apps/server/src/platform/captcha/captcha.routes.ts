import type { Handlers } from '../http/handlers.ts'
import { createCaptcha, drawCaptcha } from './captcha.service.ts'

/** The handlers of the calls under /accounts/code (rules §3). */
export const captchaHandlers: Handlers<'captcha'> = {
  'captcha.create': ({ tx, services, request, body }) => createCaptcha(tx, services, request, body),
  'captcha.picture': async ({ services, request, params, outgoing }) => {
    const picture = await drawCaptcha(services, request, params.id)
    outgoing.writeHead(200, { 'content-type': 'image/png', 'content-length': picture.length })
    outgoing.end(picture)
  },
}
