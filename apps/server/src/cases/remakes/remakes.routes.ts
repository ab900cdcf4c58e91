import type { Handlers } from '../../platform/http/handlers.ts'
import { listRemakeFigures, noteCause } from './remakes.service.ts'

/** Handlers for remakes (rules §5). */
export const remakeHandlers: Handlers<'remakes'> = {
  'remakes.noteCause': (call) => noteCause(call, call.body),
  'remakes.figures': (call) => listRemakeFigures(call, call.body),
}
