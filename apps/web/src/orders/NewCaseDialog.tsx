import { Button, Checkbox, Skeleton } from '@mantine/core'
import type { OrderDraft } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTexts } from '../i18n.tsx'
import { usePrescriptionDraft } from '../prescription/use-prescription-draft.ts'
import { useSession } from '../session.ts'
import { useContractForm } from '../ui/contract-form.ts'
import { FormDialog } from '../ui/Dialog.tsx'
import { DropZone } from '../ui/DropZone.tsx'
import { blankCase, CaseFields, CaseSchema } from './CaseFields.tsx'
import { DeliveryProposal, useProposedDay } from './DeliveryProposal.tsx'
import { LabSelect, usePartnerLabs } from './LabSelect.tsx'
import { PickedFileList } from './PickedFileList.tsx'
import { usePickedFiles } from './picked-files.ts'
import { type CaseStep, StepBar } from './StepBar.tsx'
import { useSaveCase } from './use-save-case.ts'
import './case-dialog.css'
import './NewCaseDialog.css'

const PrescriptionForm = lazy(() =>
  import('../prescription/PrescriptionForm.tsx').then((file) => ({ default: file.PrescriptionForm })),
)

/**
 * Registers a case in two steps: the clinic's fields, its scans and photos and the laboratory it goes to (portal.md §3);
 * then the prescription. Both stay as they are while the other one is looked at.
 */
export function NewCaseDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts('orders.new')
  const words = useTexts('prescription')
  const account = useSession()?.account_id ?? ''
  const form = useContractForm({ schema: CaseSchema, initial: blankCase, draft: `case.${account}` })
  const files = usePickedFiles(account)
  const [labId, setLabId] = useState<string | null>(null)
  const [isWithoutScans, setWithoutScans] = useState(false)
  const [step, setStep] = useState<CaseStep>('case')
  const [isAsked, setAsked] = useState(false)
  const prescription = usePrescriptionDraft({
    type: form.values.type,
    saved: null,
    draft: `new.${account}`,
    labId,
    isAsked,
  })
  const saving = useSaveCase({
    showFields: (fields) => {
      setStep('case')
      form.showFields(fields)
    },
  })
  const forget = () => {
    form.forgetDraft()
    form.setValues(blankCase)
    files.clear()
    setLabId(null)
    setWithoutScans(false)
    setStep('case')
    setAsked(false)
    prescription.forget()
  }
  const leave = useLeave(saving, onClose, forget)
  const lab = usePartnerLabs()?.find((one) => one.organizationId === labId)
  const proposed = useProposedDay(labId, form.values.type)

  const save = (isSent: boolean) => async (draft: OrderDraft) => {
    const rows = files.rows.filter((row) => row.problem === undefined)
    // What is wrong with them stands at the files.
    if (rows.length < files.rows.length) {
      setStep('case')
      return requestAnimationFrame(focusProblem)
    }
    const isSending = isSent && labId !== null
    if (Object.keys(prescription.wrong).length > 0 || (isSending && prescription.missing.length > 0)) {
      setStep('prescription')
      return setAsked(true)
    }
    const said = prescription.isTouched ? prescription.value : null
    const sentTo = isSending ? labId : null
    const order = await saving.save({ draft, prescription: said, rows, labId: sentTo, isWithoutScans })
    if (order) leave()
  }
  const goOn = form.submit(() => setStep('prescription'))
  const isLast = step === 'prescription'
  const saveAll = (event: FormEvent<HTMLFormElement>) => {
    // What is wrong stands at the other step.
    if (form.validate().hasErrors) setStep('case')
    form.submit(save(true))(event)
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={leave}
      title={t('title')}
      confirm={isLast ? (lab ? t('sendTo', { lab: lab.name }) : t('save')) : words('next')}
      widthPx={1120}
      isBusy={saving.isBusy}
      onSubmit={isLast ? saveAll : goOn}
      footStart={
        <>
          {isLast && (
            <Button variant="subtle" disabled={saving.isBusy} onClick={() => setStep('case')}>
              {words('back')}
            </Button>
          )}
          {(lab || !isLast) && (
            <Button variant="subtle" disabled={saving.isBusy} onClick={() => form.submit(save(false))()}>
              {t(lab ? 'saveOnly' : 'save')}
            </Button>
          )}
        </>
      }
    >
      <StepBar step={step} onStep={(next) => (next === 'case' ? setStep(next) : goOn())} />
      <div className="new-case" hidden={isLast}>
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
      {isLast && (
        <Suspense fallback={<Skeleton height={320} />}>
          <PrescriptionForm draft={prescription} />
        </Suspense>
      )}
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
