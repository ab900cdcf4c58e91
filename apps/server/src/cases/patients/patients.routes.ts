import type { Handlers } from '../../platform/http/handlers.ts'
import { createErasure, listErasures, undoErasure } from './erasures.service.ts'
import { createPatientExport, sendPatientExport } from './patient-export.service.ts'
import { readPatient, searchPatients } from './patients.service.ts'
import {
  readPlatformRetention,
  readRetention,
  savePlatformRetention,
  saveRetention,
} from './retention.service.ts'

/** Handlers for patients, their erasure, and the retention of cases (decision 0038). */
export const erasureHandlers: Handlers<'patients'> & Handlers<'erasures'> & Handlers<'retention'> = {
  'patients.search': ({ tx, scope, body }) => searchPatients(tx, scope, body.words),
  'patients.get': ({ tx, scope, body }) => readPatient(tx, scope, body.name),
  'patients.createExport': ({ tx, scope, services, body }) => createPatientExport(tx, scope, services, body),
  'patients.export': (call) => sendPatientExport(call),
  'erasures.create': ({ tx, scope, services, body }) => createErasure(tx, scope, services, body),
  'erasures.list': ({ tx, scope, services, body }) => listErasures(tx, scope, services, body),
  'erasures.undo': ({ tx, scope, services, body }) => undoErasure(tx, scope, services, body.id),
  'retention.get': ({ tx, scope }) => readRetention(tx, scope.organization.id),
  'retention.save': ({ tx, scope, services, body }) => saveRetention(tx, scope, services, body),
  'retention.getPlatform': ({ tx }) => readPlatformRetention(tx),
  'retention.savePlatform': async ({ tx, scope, services, body }) => {
    await savePlatformRetention(tx, scope, services, body)
    return { done: true }
  },
}
