import type { Handlers } from '../../platform/http/handlers.ts'
import { sendByTicket, sendFile } from './downloads.ts'
import { setFileRole, setFileUnit } from './file-changes.service.ts'
import { announceFiles, finishFile, removeFile } from './files.service.ts'
import { releaseFiles } from './released-files.service.ts'
import { createTicket } from './tickets.ts'
import { listHeads, listUnfinished } from './unfinished-files.service.ts'

/** Handlers for the files of orders (rules §7). `uploadRoutes` receives the bytes. */
export const fileHandlers: Handlers<'files'> = {
  'files.announce': async (call) => ({
    files: await announceFiles(call, call.body),
  }),
  'files.listUnfinished': (call) => listUnfinished(call, call.query.id),
  'files.listHeads': (call) => listHeads(call, call.query.id),
  'files.finish': (call) => finishFile(call, call.body),
  'files.setRole': (call) => setFileRole(call, call.body),
  'files.setUnit': (call) => setFileUnit(call, call.body),
  'files.remove': async (call) => {
    await removeFile(call, call.params.fileId)
    return { done: true }
  },
  'files.release': (call) => releaseFiles(call, call.body),
  'files.download': ({ scope, params, ...exchange }) => sendFile(exchange, scope, params.id, params.fileId),
  'files.createTicket': (call) => createTicket(call, call.body),
  'files.downloadByTicket': ({ params, request, ...exchange }) =>
    sendByTicket(exchange, params.ticket, request),
}
