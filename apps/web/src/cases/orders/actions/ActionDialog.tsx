import { type ComponentType, lazy } from 'react'
import { needTexts } from '../../../frame/texts.ts'
import { RemakeDialog } from '../../remakes/RemakeDialog.tsx'
import { AcceptDialog } from './AcceptDialog.tsx'
import {
  CancelSendDialog,
  CompleteDialog,
  DiscardDialog,
  NoScansDialog,
  RecallDialog,
} from './ConfirmDialogs.tsx'
import { EditCaseDialog } from './EditCaseDialog.tsx'
import type { ActionDialogProps, CaseAction } from './order-actions.ts'
import { RejectDialog } from './RejectDialog.tsx'
import { RemarkDialog } from './RemarkDialog.tsx'
import { ShipDialog } from './ShipDialog.tsx'
import '../case-dialog.module.css'

// They bring the texts of prescriptions, the first one the chart of teeth too.
const PrescriptionDialog = lazy(async () => {
  const [file] = await Promise.all([import('./PrescriptionDialog.tsx'), needTexts(['prescription'])])
  return { default: file.PrescriptionDialog }
})
const SendDialog = lazy(async () => {
  const [file] = await Promise.all([import('./SendDialog.tsx'), needTexts(['prescription'])])
  return { default: file.SendDialog }
})

const dialogs: Readonly<Record<CaseAction, ComponentType<ActionDialogProps>>> = {
  declareNoScans: NoScansDialog,
  send: SendDialog,
  cancelSend: CancelSendDialog,
  recall: RecallDialog,
  accept: AcceptDialog,
  reject: RejectDialog,
  ship: ShipDialog,
  complete: CompleteDialog,
  remark: RemarkDialog,
  edit: EditCaseDialog,
  prescribe: PrescriptionDialog,
  remake: RemakeDialog,
  discard: DiscardDialog,
}

/** The dialog of an action on a case; on a phone a sheet. */
export function ActionDialog({ action, ...props }: ActionDialogProps & { action: CaseAction }) {
  const Dialog = dialogs[action]
  return <Dialog {...props} />
}
