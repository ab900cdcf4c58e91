import { Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core'
import { clsx } from 'clsx'
import { lazy, Suspense, useEffect } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import dialogCss from '../../../ui/Dialog.module.css'
import { FormDialogFrame } from '../../../ui/Dialog.tsx'
import { DropZone } from '../../../ui/DropZone.tsx'
import { DeliveryProposal, useProposedDay } from '../../delivery/DeliveryProposal.tsx'
import type { usePickedFiles } from '../../files/picked-files.ts'
import { CaseFields } from '../CaseFields.tsx'
import { LabSelect } from '../LabSelect.tsx'
import { CaseDraftList, DiscardDraftDialog, useCaseDrafts } from './CaseDraftList.tsx'
import css from './NewCaseDialog.module.css'
import { PickedFileList } from './PickedFileList.tsx'
import { StepBar } from './StepBar.tsx'
import { type NewCaseForm, useNewCase } from './use-new-case.ts'

const loadForm = () =>
  import('../../prescriptions/PrescriptionForm.tsx').then((file) => ({ default: file.PrescriptionForm }))
const PrescriptionForm = lazy(loadForm)

/**
 * Creates a case in two steps. The first step asks for fields, files and laboratory (requirement 3.order), the second for the
 * prescription. The caller sets the draft's id as `key`, because two cases must not share state.
 * @param props.onDraftStored called after the draft was stored
 * @param props.onOpenDraft called when the user continues another draft
 */
export function NewCaseDialog(props: {
  draftId: string
  isOpen: boolean
  onDraftStored: () => void
  onOpenDraft: (draftId: string) => void
  onClose: () => void
}) {
  const t = useTexts('orders.new')
  const orders = useTexts('orders')
  const words = useTexts('prescription')
  const { isOpen, onClose } = props
  const newCase = useNewCase(props)
  const drafts = useCaseDrafts(props.draftId)
  const { step, setStep, lab, saving, leave } = newCase
  const isLast = step === 'prescription'
  useEffect(() => {
    // Loads the second step in advance.
    loadForm().catch(() => undefined)
  }, [])
  const last = lab ? orders('send.confirmTo', { lab: lab.name }) : t('save')
  return (
    <>
      <FormDialogFrame
        isOpen={isOpen}
        onClose={leave.ask}
        isCovered={leave.isAsking || drafts.discarding !== undefined}
        title={orders('newCase')}
        confirm={isLast ? last : words('next')}
        widthPx={1120}
        isBusy={saving.isBusy}
        onSubmit={isLast ? newCase.saveAll : newCase.next}
        footStart={<OtherButtons newCase={newCase} />}
      >
        {!newCase.isDraft && step === 'case' && <CaseDraftList state={drafts} onOpen={props.onOpenDraft} />}
        <StepBar step={step} onStep={(next) => (next === 'case' ? setStep(next) : newCase.next())} />
        <CaseStep newCase={newCase} />
        {isLast && (
          <Suspense fallback={<Skeleton height={320} />}>
            <PrescriptionForm draft={newCase.prescription} />
          </Suspense>
        )}
      </FormDialogFrame>
      <DraftQuestions newCase={newCase} drafts={drafts} isOpen={isOpen} onClose={onClose} />
    </>
  )
}

/** Two questions: whether to keep the open draft when the dialog closes, and whether to discard a draft of the list. */
function DraftQuestions(props: {
  newCase: NewCaseForm
  drafts: ReturnType<typeof useCaseDrafts>
  isOpen: boolean
  onClose: () => void
}) {
  const { newCase, drafts, onClose } = props
  const { leave, form } = newCase
  const { discarding, setDiscarding, discard } = drafts
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
          newCase.discard()
          close()
        }}
      />
      {discarding && (
        <DiscardDraftDialog
          patientName={discarding.values.patientName}
          isOpen
          onStay={() => setDiscarding(undefined)}
          onKeep={() => setDiscarding(undefined)}
          onDiscard={() => {
            discard(discarding)
            setDiscarding(undefined)
          }}
        />
      )}
    </>
  )
}

/** The buttons that return to the first step and that save the case without sending it. */
function OtherButtons({ newCase }: { newCase: NewCaseForm }) {
  const t = useTexts('orders.new')
  const common = useTexts('common')
  const { step, lab, saving } = newCase
  const isLast = step === 'prescription'
  return (
    <>
      {isLast && (
        <Button variant="subtle" disabled={saving.isBusy} onClick={() => newCase.setStep('case')}>
          {common('do.back')}
        </Button>
      )}
      {(lab || !isLast) && (
        <Button variant="subtle" disabled={saving.isBusy} onClick={newCase.saveOnly}>
          {t(lab ? 'saveOnly' : 'save')}
        </Button>
      )}
    </>
  )
}

/** The first step. It stays mounted but hidden during the second step, because its fields have state. */
function CaseStep({ newCase }: { newCase: NewCaseForm }) {
  const t = useTexts('orders.new')
  const common = useTexts('common')
  const { form, files, lab, labId } = newCase
  const proposed = useProposedDay(labId, form.values.type)
  return (
    <div className={css.columns} hidden={newCase.step !== 'case'}>
      <div className={dialogCss.dialogFields}>
        <CaseFields form={form} />
      </div>
      <div className={clsx(dialogCss.dialogFields, css.side)}>
        <CaseFiles files={files} failure={newCase.saving.filesFailure?.message} />
        {files.rows.length === 0 && (
          <Checkbox
            label={t('withoutScans')}
            checked={newCase.isWithoutScans}
            onChange={(event) => newCase.setWithoutScans(event.currentTarget.checked)}
          />
        )}
        <LabSelect
          label={common('label.lab')}
          description={t('labHelp')}
          placeholder={t('labLater')}
          value={labId}
          onChange={newCase.setLabId}
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
    <Stack gap={0}>
      <span className="mantine-InputWrapper-label">{common('label.files')}</span>
      <DropZone
        label={t('choose')}
        hint={t(files.rows.length === 0 ? 'dropHint' : 'dropMore')}
        isSmall={files.rows.length > 0}
        onFiles={files.add}
      />
      {props.failure && (
        <Text className={clsx(css.error, 'mantine-InputWrapper-error')} mt={8} role="alert">
          {props.failure}
        </Text>
      )}
      {files.rows.length > 0 && (
        <PickedFileList rows={files.rows} onRole={files.setRole} onRemove={files.remove} />
      )}
      <LostFiles names={files.lostNames} onForget={files.forgetLost} />
    </Stack>
  )
}

/** Lists the files of a draft that were lost by a reload and have to be chosen again. */
function LostFiles({ names, onForget }: { names: readonly string[]; onForget: () => void }) {
  const t = useTexts('orders.drafts')
  if (names.length === 0) return null
  return (
    <Group className={css.lostFiles} gap="4px 8px" mt={8} role="status">
      <Text flex="1 1 200px" c="inherit">
        {t('filesLost', { names: names.join(', ') })}
      </Text>
      <Button size="xs" variant="subtle" onClick={onForget}>
        {t('filesLeft')}
      </Button>
    </Group>
  )
}
