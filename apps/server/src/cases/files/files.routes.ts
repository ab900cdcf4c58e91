import type { Handlers } from '../../platform/http/handlers.ts'
import { sendByTicket, sendFile } from './downloads.ts'
import { setFileUnit } from './file-units.service.ts'
import { announceFiles, finishFile, removeFile, setFileRole } from './files.service.ts'
import { releaseFiles } from './released-files.service.ts'
import { createTicket } from './tickets.ts'

/** Handlers for the files of orders (rules §7). `uploadRoutes` receives the bytes. */
export const fileHandlers: Handlers<'files'> = {
  'files.announce': async ({ tx, scope, services, body }) => ({
    files: await announceFiles(tx, scope, services, body),
  }),
  'files.finish': ({ tx, apart, scope, services, body }) => finishFile(tx, apart, scope, services, body),
  'files.setRole': ({ tx, scope, body }) => setFileRole(tx, scope, body),
  'files.setUnit': ({ tx, scope, body }) => setFileUnit(tx, scope, body),
  'files.remove': async ({ tx, scope, services, params }) => {
    await removeFile(tx, scope, services, params.fileId)
    return { done: true }
  },
  'files.release': ({ tx, scope, services, body }) => releaseFiles(tx, scope, services, body),
  'files.download': ({ scope, params, ...exchange }) => sendFile(exchange, scope, params.id, params.fileId),
  'files.createTicket': ({ tx, scope, services, body }) => createTicket(tx, scope, services, body),
  'files.downloadByTicket': ({ params, request, ...exchange }) =>
    sendByTicket(exchange, params.ticket, request),
}
