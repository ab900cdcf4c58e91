import { type ComponentType, lazy } from 'react'
import { RemakeDialog } from '../../remakes/RemakeDialog.tsx'
import { AcceptDialog, EditCaseDialog, RejectDialog, RemarkDialog, ShipDialog } from './ActionForms.tsx'
import { confirmDialogs } from './ConfirmDialogs.tsx'
import type { CaseAction } from './order-actions.ts'
import type { ActionDialogProps } from './use-order-write.ts'

const PrescriptionDialog = lazy(() =>
  import('./PrescriptionDialog.tsx').then((file) => ({ default: file.PrescriptionDialog })),
)
const labDialogs = () => import('./LabDialogs.tsx')
const AssignDialog = lazy(() => labDialogs().then((file) => ({ default: file.AssignDialog })))
const MoveDayDialog = lazy(() => labDialogs().then((file) => ({ default: file.MoveDayDialog })))
const AnswerDayDialog = lazy(() => labDialogs().then((file) => ({ default: file.AnswerDayDialog })))
const SendDialog = lazy(() => import('./SendDialog.tsx').then((file) => ({ default: file.SendDialog })))

const reviewDialogs = () => import('../../reviews/ReviewDialogs.tsx')
const RequestReviewDialog = lazy(() =>
  reviewDialogs().then((file) => ({ default: file.RequestReviewDialog })),
)
const WithdrawReviewDialog = lazy(() =>
  reviewDialogs().then((file) => ({ default: file.WithdrawReviewDialog })),
)
const WaiveReviewDialog = lazy(() => reviewDialogs().then((file) => ({ default: file.WaiveReviewDialog })))

/** Actions with a dialog. A design is reviewed on the page of its case, beside its scans. */
export type DialogAction = Exclude<CaseAction, 'judgeReview'>

const dialogs: Readonly<Record<DialogAction, ComponentType<ActionDialogProps>>> = {
  ...confirmDialogs,
  send: SendDialog,
  accept: AcceptDialog,
  reject: RejectDialog,
  ship: ShipDialog,
  remark: RemarkDialog,
  edit: EditCaseDialog,
  assign: AssignDialog,
  moveDay: MoveDayDialog,
  answerDay: AnswerDayDialog,
  requestReview: RequestReviewDialog,
  withdrawReview: WithdrawReviewDialog,
  waiveReview: WaiveReviewDialog,
  prescribe: PrescriptionDialog,
  remake: RemakeDialog,
}

/** The dialog of an action on a case. */
export function ActionDialog({ action, ...props }: ActionDialogProps & { action: DialogAction }) {
  const Dialog = dialogs[action]
  return <Dialog {...props} />
}
