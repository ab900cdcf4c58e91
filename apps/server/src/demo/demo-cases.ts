import type {
  OrderStatus,
  OrderType,
  PrescriptionInput,
  QuestionReason,
  RejectReason,
} from '@pontic/contract'
import cases from './cases.json' with { type: 'json' }
import type { DemoPersonKey } from './demo-people.ts'

/** Files of the demo: scans under `demo/scans` of the project, and a drawn photo. */
export type DemoFile = 'upper' | 'lower' | 'design' | 'photo'

/**
 * A demo case. `ageDays` since its registration, `dueDays` from today until delivery (negative: past). Patients are
 * invented.
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
  /** Shared with the demo's individual, view-only or with downloads. */
  shared?: 'look' | 'download'
  /** The messages of the two sides. */
  talk?: readonly { by: DemoPersonKey; hoursAgo: number; text: string }[]
  /** The open question. */
  question?: { by: DemoPersonKey; hoursAgo: number; reason: QuestionReason; text: string }
}

/** The twenty cases of the demo, over all states. */
export const demoCases = cases as unknown as readonly DemoCase[]
