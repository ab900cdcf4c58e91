import type {
  seededWorkOrderTypes,
  WorkOrderPriority,
  WorkOrderRecord,
  WorkOrderStatus,
} from '@pontic/contract'
import type { DemoPersonKey } from './demo-people.ts'

/** An entry in the record of a demo request. `by`: null for an automatic entry. */
export type DemoEntry = {
  kind: WorkOrderRecord['kind']
  by: DemoPersonKey | null
  hoursAgo: number
  to: WorkOrderStatus
  text?: string
}

/** A support request of the demo. */
export type DemoRequest = {
  by: DemoPersonKey
  type: (typeof seededWorkOrderTypes)[number]
  priority: WorkOrderPriority
  title: string
  content: string
  hoursAgo: number
  requestNumber?: string
  contactPhone?: string
  /** The entries after the submission. */
  entries: readonly DemoEntry[]
}

/** The operator of the demo, and the request types that they handle. */
export const demoOperator = { person: 'olga', types: ['system_issue', 'ui_issue'] } as const

/** The support requests of the demo, in several statuses. All are invented. */
export const demoRequests: readonly DemoRequest[] = [
  {
    by: 'amy',
    type: 'system_issue',
    priority: 'important',
    title: 'Uploads pause when the line is slow',
    content:
      'In the afternoon large scans stop for minutes at a time. They go on by themselves, but nobody dares to close the window. Is it safe to?',
    hoursAgo: 76,
    requestNumber: 'HD-2041',
    contactPhone: '+44 117 496 0182',
    entries: [
      { kind: 'assign', by: null, hoursAgo: 76, to: 'assigned' },
      {
        kind: 'reply',
        by: 'olga',
        hoursAgo: 71,
        to: 'in_progress',
        text: 'It is: what has arrived stays, and the upload goes on when the same files are dropped on the case again. Which line do you have at the practice?',
      },
      {
        kind: 'reply',
        by: 'amy',
        hoursAgo: 50,
        to: 'in_progress',
        text: 'DSL, about 8 Mbit/s up, shared with the phones.',
      },
      {
        kind: 'reply',
        by: 'olga',
        hoursAgo: 26,
        to: 'in_progress',
        text: 'Then the pauses are phone calls. Pieces are made smaller on slow lines since yesterday; please tell whether it is better.',
      },
      { kind: 'processed', by: 'olga', hoursAgo: 25, to: 'processed' },
    ],
  },
  {
    by: 'bob',
    type: 'ui_issue',
    priority: 'normal',
    title: 'Board by day for the whole month',
    content:
      'The board shows this week and what is late. For planning leave we need to see four weeks ahead.',
    hoursAgo: 30,
    entries: [
      { kind: 'assign', by: null, hoursAgo: 30, to: 'assigned' },
      {
        kind: 'reply',
        by: 'olga',
        hoursAgo: 22,
        to: 'in_progress',
        text: 'Until the board does that: filter the list by delivery day and keep it as a saved view. Would that do?',
      },
    ],
  },
  {
    by: 'lin',
    type: 'system_issue',
    priority: 'critical',
    title: '短信通知没有收到',
    content: '昨天起订单状态变化时没有收到短信，邮件正常。请检查。',
    hoursAgo: 3,
    contactPhone: '+86 21 5550 0134',
    entries: [{ kind: 'assign', by: null, hoursAgo: 3, to: 'assigned' }],
  },
  {
    by: 'dave',
    type: 'test_type',
    priority: 'normal',
    title: 'How long can I see my case',
    content: 'My clinic shares my retainer with me. Does it go away when the case is completed?',
    hoursAgo: 2,
    entries: [],
  },
  {
    by: 'carol',
    type: 'ui_issue',
    priority: 'normal',
    title: 'French names cut in the work ticket',
    content: 'Names with two surnames end in the middle on paper.',
    hoursAgo: 400,
    entries: [
      { kind: 'assign', by: null, hoursAgo: 400, to: 'assigned' },
      {
        kind: 'reply',
        by: 'olga',
        hoursAgo: 390,
        to: 'in_progress',
        text: 'Names wrap now instead of being cut.',
      },
      { kind: 'processed', by: 'olga', hoursAgo: 389, to: 'processed' },
      { kind: 'resolved', by: 'carol', hoursAgo: 370, to: 'resolved' },
    ],
  },
]
