import type { Handlers } from '../../platform/http/handlers.ts'
import { createImage, sendImage } from './images.service.ts'

/** Handlers of the calls for pictures. */
export const imageHandlers: Handlers<'images'> = {
  'images.create': {
    withoutTransaction: (call) => createImage(call, call.params.purpose, call.body),
  },
  'images.get': (call) => sendImage(call, call.params.id),
}
