import { Button, Checkbox } from '@mantine/core'
import type { OrderDraft } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../i18n.tsx'
import { useSession } from '../session.ts'
import { useContractForm } from '../ui/contract-form.ts'
import { FormDialog } from '../ui/Dialog.tsx'
import { DropZone } from '../ui/DropZone.tsx'
import { blankCase, CaseFields, CaseSchema } from './CaseFields.tsx'
import { DeliveryProposal, useProposedDay } from './DeliveryProposal.tsx'
import { LabSelect, usePartnerLabs } from './LabSelect.tsx'
import { PickedFileList } from './PickedFileList.tsx'
import { usePickedFiles } from './picked-files.ts'
import { useSaveCase } from './use-save-case.ts'
import './case-dialog.css'
import './NewCaseDialog.css'

/** Registers a case: the clinic's fields, its scans and photos, and the laboratory it goes to (portal.md §3). */
export function NewCaseDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts('orders.new')
  const account = useSession()?.account_id ?? ''
  const form = useContractForm({ schema: CaseSchema, initial: blankCase, draft: `case.${account}` })
  const files = usePickedFiles(account)
  const [labId, setLabId] = useState<string | null>(null)
  const [isWithoutScans, setWithoutScans] = useState(false)
  const saving = useSaveCase(form)
  const forget = () => {
    form.forgetDraft()
    form.setValues(blankCase)
    files.clear()
    setLabId(null)
    setWithoutScans(false)
  }
  const leave = useLeave(saving, onClose, forget)
  const lab = usePartnerLabs()?.find((one) => one.organizationId === labId)
  const proposed = useProposedDay(labId, form.values.type)

  const save = (isSent: boolean) => async (draft: OrderDraft) => {
    const rows = files.rows.filter((row) => row.problem === undefined)
    // What is wrong with them stands at the files.
    if (rows.length < files.rows.length) return focusProblem()
    const order = await saving.save({ draft, rows, labId: isSent ? labId : null, isWithoutScans })
    if (order) leave()
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={leave}
      title={t('title')}
      confirm={lab ? t('sendTo', { lab: lab.name }) : t('save')}
      widthPx={920}
      isBusy={saving.isBusy}
      onSubmit={form.submit(save(true))}
      footStart={
        lab && (
          <Button variant="subtle" disabled={saving.isBusy} onClick={() => form.submit(save(false))()}>
            {t('saveOnly')}
          </Button>
        )
      }
    >
      <div className="new-case">
        <div className="dialog-fields">
          <CaseFields form={form} />
        </div>
        <div className="dialog-fields new-case-side">
          <CaseFiles files={files} failure={saving.filesFailure?.message} />
          {files.rows.length === 0 && (
            <Checkbox
              label={t('withoutScans')}
              checked={isWithoutScans}
              onChange={(event) => setWithoutScans(event.currentTarget.checked)}
            />
          )}
          <LabSelect
            label={t('lab')}
            description={t('labHelp')}
            placeholder={t('labLater')}
            value={labId}
            onChange={setLabId}
          />
          {lab && (
            <DeliveryProposal
              proposed={proposed}
              labName={lab.name}
              day={form.values.deliveryOn}
              onTake={(day) => form.setFieldValue('deliveryOn', day)}
            />
          )}
        </div>
      </div>
    </FormDialog>
  )
}

const focusProblem = () => document.querySelector<HTMLElement>('.picked-file[data-problem] button')?.focus()

/** The way out: to the case once it is registered, else back to the list with everything kept. */
function useLeave(saving: ReturnType<typeof useSaveCase>, onClose: () => void, onRegistered: () => void) {
  const navigate = useNavigate()
  return () => {
    const id = saving.registered()?.id
    saving.reset()
    if (id === undefined) return onClose()
    onRegistered()
    void navigate({ to: '/order/detail/$id', params: { id } })
  }
}

function CaseFiles(props: { files: ReturnType<typeof usePickedFiles>; failure: string | undefined }) {
  const t = useTexts('files')
  const { files } = props
  return (
    <div className="case-files">
      <span className="mantine-InputWrapper-label">{t('title')}</span>
      <DropZone
        label={t('choose')}
        hint={t(files.rows.length === 0 ? 'dropHint' : 'dropMore')}
        isSmall={files.rows.length > 0}
        onFiles={files.add}
      />
      {props.failure && (
        <p className="mantine-InputWrapper-error file-refusal" role="alert">
          {props.failure}
        </p>
      )}
      {files.rows.length > 0 && (
        <PickedFileList rows={files.rows} onRole={files.setRole} onRemove={files.remove} />
      )}
    </div>
  )
}
