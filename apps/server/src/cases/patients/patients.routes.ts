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
export const patientHandlers: Handlers<'patients'> & Handlers<'erasures'> & Handlers<'retention'> = {
  'patients.search': (call) => searchPatients(call, call.body.words),
  'patients.get': (call) => readPatient(call, call.body.name),
  'patients.createExport': (call) => createPatientExport(call, call.body),
  'patients.export': (call) => sendPatientExport(call),
  'erasures.create': (call) => createErasure(call, call.body),
  'erasures.list': (call) => listErasures(call, call.body),
  'erasures.undo': (call) => undoErasure(call, call.body.id),
  'retention.get': ({ tx, scope }) => readRetention(tx, scope.organization.id),
  'retention.save': (call) => saveRetention(call, call.body),
  'retention.getPlatform': ({ tx }) => readPlatformRetention(tx),
  'retention.savePlatform': async (call) => {
    await savePlatformRetention(call, call.body)
    return { done: true }
  },
}
