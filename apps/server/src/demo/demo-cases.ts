import type {
  OrderStatus,
  OrderType,
  PrescriptionInput,
  QuestionReason,
  RejectReason,
} from '@pontic/contract'
import cases from './cases.json' with { type: 'json' }
import type { DemoPersonKey } from './demo-people.ts'

/** A file of the demo: a scan from `demo/scans`, or a drawn picture. */
export type DemoFile = 'upper' | 'lower' | 'design' | 'photo'

/**
 * A demo case with an invented patient.
 * - `ageDays`: days since the case was registered.
 * - `dueDays`: days until the delivery of the case. Negative for a delivery in the past.
 */
export type DemoCase = {
  patient: string
  type: OrderType
  status: OrderStatus
  by: DemoPersonKey
  lab: 'northlight' | 'atelier' | null
  ageDays: number
  dueDays: number | null
  files: readonly DemoFile[]
  doctor: string
  requirements: string
  prescription: PrescriptionInput
  remark?: string
  reason?: { code: RejectReason; note: string }
  expressNumber?: string
  carrier?: string
  /** Whether the case is shared with the demo's individual, and whether they may download its files. */
  shared?: 'view' | 'download'
  /** Messages of clinic and laboratory. */
  talk?: readonly { by: DemoPersonKey; hoursAgo: number; text: string }[]
  /** The design review that waits for the clinic. Needs a design among the files. */
  review?: { by: DemoPersonKey; hoursAgo: number; note: string }
  /** The open question. */
  question?: { by: DemoPersonKey; hoursAgo: number; reason: QuestionReason; text: string }
}

/** The twenty cases of the demo, in all statuses. */
export const demoCases = cases as unknown as readonly DemoCase[]
