import { Button, Checkbox, Skeleton } from '@mantine/core'
import { clsx } from 'clsx'
import { lazy, Suspense, useEffect } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import dialogCss from '../../../ui/Dialog.module.css'
import { FormDialog } from '../../../ui/Dialog.tsx'
import { DropZone } from '../../../ui/DropZone.tsx'
import { DeliveryProposal, useProposedDay } from '../../delivery/DeliveryProposal.tsx'
import type { usePickedFiles } from '../../files/picked-files.ts'
import { CaseFields } from '../CaseFields.tsx'
import { LabSelect } from '../LabSelect.tsx'
import { CaseDraftList, DiscardDraftDialog, useCaseDrafts } from './CaseDraftList.tsx'
import { PickedFileList } from './PickedFileList.tsx'
import { StepBar } from './StepBar.tsx'
import { type NewCaseForm, useNewCase } from './use-new-case.ts'
import '../case-dialog.module.css'
import css from './NewCaseDialog.module.css'

const loadForm = () =>
  import('../../prescriptions/PrescriptionForm.tsx').then((file) => ({ default: file.PrescriptionForm }))
const PrescriptionForm = lazy(loadForm)

/**
 * Registers a case in two steps: the clinic's fields, its scans and photos and the laboratory it goes to (requirement 3.order);
 * then the prescription. It begins empty, or as the draft was left. Give it a `key` for each draft: one patient's case
 * shares no state with another's.
 * @param props.onKept called whenever the draft was written
 * @param props.onOpenDraft called with the id of the draft that was chosen from those offered
 */
export function NewCaseDialog(props: {
  draftId: string
  isOpen: boolean
  onKept: () => void
  onOpenDraft: (draftId: string) => void
  onClose: () => void
}) {
  const t = useTexts('orders.new')
  const orders = useTexts('orders')
  const words = useTexts('prescription')
  const { isOpen, onClose } = props
  const one = useNewCase(props)
  const drafts = useCaseDrafts(props.draftId)
  const { step, setStep, lab, saving, leave } = one
  const isLast = step === 'prescription'
  useEffect(() => {
    // The second step is here when the first one is filled in.
    loadForm().catch(() => undefined)
  }, [])
  const last = lab ? orders('send.confirmTo', { lab: lab.name }) : t('save')
  return (
    <>
      <FormDialog
        isOpen={isOpen}
        onClose={leave.ask}
        isCovered={leave.isAsking || drafts.asked !== undefined}
        title={orders('newCase')}
        confirm={isLast ? last : words('next')}
        widthPx={1120}
        isBusy={saving.isBusy}
        onSubmit={isLast ? one.saveAll : one.goOn}
        footStart={<OtherWays one={one} />}
      >
        {!one.isDraft && step === 'case' && <CaseDraftList state={drafts} onOpen={props.onOpenDraft} />}
        <StepBar step={step} onStep={(next) => (next === 'case' ? setStep(next) : one.goOn())} />
        <CaseStep one={one} />
        {isLast && (
          <Suspense fallback={<Skeleton height={320} />}>
            <PrescriptionForm draft={one.prescription} />
          </Suspense>
        )}
      </FormDialog>
      <Questions one={one} drafts={drafts} isOpen={isOpen} onClose={onClose} />
    </>
  )
}

/** What becomes of this case when it is left, and of a draft that is discarded from the list. */
function Questions(props: {
  one: NewCaseForm
  drafts: ReturnType<typeof useCaseDrafts>
  isOpen: boolean
  onClose: () => void
}) {
  const { one, drafts, onClose } = props
  const { leave, form } = one
  const { asked, ask, discard } = drafts
  const close = () => {
    leave.stay()
    onClose()
  }
  return (
    <>
      <DiscardDraftDialog
        patientName={form.values.patientName}
        isOpen={props.isOpen && leave.isAsking}
        onStay={leave.stay}
        onKeep={close}
        onDiscard={() => {
          one.discard()
          close()
        }}
      />
      {asked && (
        <DiscardDraftDialog
          patientName={asked.values.patientName}
          isOpen
          onStay={() => ask(undefined)}
          onKeep={() => ask(undefined)}
          onDiscard={() => {
            discard(asked)
            ask(undefined)
          }}
        />
      )}
    </>
  )
}

/** Back to the first step, and to keep the case without sending it. */
function OtherWays({ one }: { one: NewCaseForm }) {
  const t = useTexts('orders.new')
  const common = useTexts('common')
  const { step, lab, saving } = one
  const isLast = step === 'prescription'
  return (
    <>
      {isLast && (
        <Button variant="subtle" disabled={saving.isBusy} onClick={() => one.setStep('case')}>
          {common('do.back')}
        </Button>
      )}
      {(lab || !isLast) && (
        <Button variant="subtle" disabled={saving.isBusy} onClick={one.saveOnly}>
          {t(lab ? 'saveOnly' : 'save')}
        </Button>
      )}
    </>
  )
}

/** The first step; it stays as it is while the other one is looked at. */
function CaseStep({ one }: { one: NewCaseForm }) {
  const t = useTexts('orders.new')
  const common = useTexts('common')
  const { form, files, lab, labId } = one
  const proposed = useProposedDay(labId, form.values.type)
  return (
    <div className={css.newCase} hidden={one.step !== 'case'}>
      <div className={dialogCss.dialogFields}>
        <CaseFields form={form} />
      </div>
      <div className={clsx(dialogCss.dialogFields, css.newCaseSide)}>
        <CaseFiles files={files} failure={one.saving.filesFailure?.message} />
        {files.rows.length === 0 && (
          <Checkbox
            label={t('withoutScans')}
            checked={one.isWithoutScans}
            onChange={(event) => one.setWithoutScans(event.currentTarget.checked)}
          />
        )}
        <LabSelect
          label={common('label.lab')}
          description={t('labHelp')}
          placeholder={t('labLater')}
          value={labId}
          onChange={one.setLabId}
        />
        {lab && (
          <DeliveryProposal
            proposed={proposed}
            labName={lab.name}
            day={form.values.deliveryOn}
            onSelect={(day) => form.setFieldValue('deliveryOn', day)}
          />
        )}
      </div>
    </div>
  )
}

function CaseFiles(props: { files: ReturnType<typeof usePickedFiles>; failure: string | undefined }) {
  const t = useTexts('files')
  const common = useTexts('common')
  const { files } = props
  return (
    <div className={css.caseFiles}>
      <span className="mantine-InputWrapper-label">{common('label.files')}</span>
      <DropZone
        label={t('choose')}
        hint={t(files.rows.length === 0 ? 'dropHint' : 'dropMore')}
        isSmall={files.rows.length > 0}
        onFiles={files.add}
      />
      {props.failure && (
        <p className={clsx(css.fileRefusal, 'mantine-InputWrapper-error')} role="alert">
          {props.failure}
        </p>
      )}
      {files.rows.length > 0 && (
        <PickedFileList rows={files.rows} onRole={files.setRole} onRemove={files.remove} />
      )}
      <LostFiles names={files.lostNames} onForget={files.forgetLost} />
    </div>
  )
}

/** Tells which files of a draft have to be chosen again. */
function LostFiles({ names, onForget }: { names: readonly string[]; onForget: () => void }) {
  const t = useTexts('orders.drafts')
  if (names.length === 0) return null
  return (
    <div className={css.filesLost} role="status">
      <p>{t('filesLost', { names: names.join(', ') })}</p>
      <Button size="xs" variant="subtle" onClick={onForget}>
        {t('filesLeft')}
      </Button>
    </div>
  )
}
