import type { Handlers } from '../../platform/http/handlers.ts'
import { createDayCheck } from '../orders/delivery-day.shared.ts'
import {
  getDraft,
  listDrafts,
  readDefaults,
  registerDraft,
  removeDraft,
  saveDraft,
} from './drafts.service.ts'

/** Handlers for drafts of new cases (rules §16). */
export const draftHandlers: Handlers<'drafts'> = {
  'drafts.list': (call) => listDrafts(call, call.body),
  'drafts.get': (call) => getDraft(call, call.params.id),
  'drafts.getDefaults': (call) => readDefaults(call),
  'drafts.save': (call) => saveDraft(call, call.body),
  'drafts.register': (call) => registerDraft(call, call.body, createDayCheck(call)),
  'drafts.delete': async (call) => {
    await removeDraft(call, call.params.id)
    return { done: true }
  },
}
