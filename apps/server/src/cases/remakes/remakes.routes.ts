import type { Handlers } from '../../platform/http/handlers.ts'
import { listRemakeFigures, noteCause } from './remakes.service.ts'

/** Calls about remakes (rules §5). */
export const remakeHandlers: Handlers<'remakes'> = {
  'remakes.noteCause': ({ tx, services, scope, body }) => noteCause(tx, services, scope, body),
  'remakes.figures': ({ tx, scope, body }) => listRemakeFigures(tx, scope, body),
}
