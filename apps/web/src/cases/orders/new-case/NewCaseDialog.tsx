import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core'
import { clsx } from 'clsx'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import dialogCss from '../../../ui/Dialog.module.css'
import { FormDialogFrame } from '../../../ui/Dialog.tsx'
import { DropZone, FileField } from '../../../ui/DropZone.tsx'
import { chooseFiles, useFileDrop } from '../../../ui/file-drop.ts'
import { DeliveryProposal, useProposedDay } from '../../delivery/DeliveryProposal.tsx'
import { CaseFields } from '../CaseFields.tsx'
import { LabSelect } from '../LabSelect.tsx'
import { CaseFileList } from './CaseFileList.tsx'
import { DiscardDraftDialog } from './DiscardDraftDialog.tsx'
import { DraftConflict, DraftStatusLine } from './DraftStatusLine.tsx'
import css from './NewCaseDialog.module.css'
import { StepBar, StepPart } from './StepBar.tsx'
import { type NewCaseForm, type NewCaseOptions, useNewCase } from './use-new-case.ts'
import type { DocumentResult } from './use-order-documents.ts'

const loadForm = () =>
  import('../../prescriptions/PrescriptionForm.tsx').then((file) => ({ default: file.PrescriptionForm }))
const PrescriptionForm = lazy(loadForm)

/**
 * Creates a case in two steps. The first step asks for fields, files and laboratory (requirement 3.order), the second for the
 * prescription. The dialog has the same height in both steps, and files can be dropped anywhere on it.
 */
export function NewCaseDialog(props: NewCaseOptions & { isOpen: boolean }) {
  const t = useTexts('orders.new')
  const orders = useTexts('orders')
  const words = useTexts('prescription')
  const { isOpen, onClose } = props
  const newCase = useNewCase(props)
  const { step, setStep, lab, saving, saver, leave, restart } = newCase
  const { isOver, dropProps } = useFileDrop(newCase.files.add)
  const isLast = step === 'prescription'
  useEffect(() => {
    // Loads the second step in advance.
    loadForm().catch(() => undefined)
  }, [])
  const last = lab ? orders('send.confirmTo', { lab: lab.name }) : t('save')
  const close = () => {
    leave.stay()
    onClose()
  }
  return (
    <>
      <FormDialogFrame
        isOpen={isOpen}
        onClose={leave.ask}
        isCovered={leave.isAsking}
        title={orders('newCase')}
        confirm={isLast ? last : words('next')}
        widthPx={1120}
        isBusy={saving.isBusy}
        onSubmit={isLast ? newCase.saveAll : newCase.next}
        footStart={<OtherButtons newCase={newCase} />}
      >
        <StepBar step={step} onStep={(next) => (next === 'case' ? setStep(next) : newCase.next())}>
          <DraftStatusLine saver={saver} />
        </StepBar>
        <DraftConflict
          saver={saver}
          onMine={restart.keepMine}
          onTheirs={restart.takeTheirs}
          onSaveNew={restart.saveNew}
        />
        <div className={css.frame} data-over={isOver || undefined} {...dropProps}>
          <StepPart isShown={!isLast} isFirst>
            <CaseStep newCase={newCase} />
          </StepPart>
          {isLast && (
            <Suspense fallback={<Skeleton height={320} />}>
              <StepPart isShown isFirst={false}>
                <PrescriptionForm draft={newCase.prescription} />
              </StepPart>
            </Suspense>
          )}
        </div>
      </FormDialogFrame>
      <DiscardDraftDialog
        patientName={newCase.form.values.patientName}
        orderNumber={saving.order?.number}
        isOpen={isOpen && leave.isAsking}
        onStay={leave.stay}
        onKeep={() => {
          void saver.flush()
          close()
        }}
        onDiscard={async () => {
          close()
          await leave.discard()
        }}
      />
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
  const { form, lab, labId } = newCase
  const proposed = useProposedDay(labId, form.values.type)
  return (
    <div className={css.columns}>
      <div className={dialogCss.dialogFields}>
        <CaseFields form={form} />
      </div>
      <div className={clsx(dialogCss.dialogFields, css.side)}>
        <CaseFiles newCase={newCase} />
        {!newCase.hasFiles && (
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

function CaseFiles({ newCase }: { newCase: NewCaseForm }) {
  const t = useTexts('files')
  const common = useTexts('common')
  const { files, saving, hasFiles } = newCase
  const field = useRef<HTMLInputElement>(null)
  const failure = saving.filesFailure?.message
  return (
    <Stack gap={0}>
      <span className="mantine-InputWrapper-label">{common('label.files')}</span>
      <DropZone
        label={t('choose')}
        hint={t(hasFiles ? 'dropMore' : 'dropHint')}
        isSmall={hasFiles}
        onFiles={files.add}
      />
      <DocumentNotice result={files.documents} />
      {failure && (
        <Text className={clsx(css.error, 'mantine-InputWrapper-error')} mt={8} role="alert">
          {failure}
        </Text>
      )}
      <FileField ref={field} onFiles={files.add} />
      <CaseFileList
        orderId={saving.order?.id}
        announced={files.onCase.files}
        rows={files.rows}
        onRole={files.setRole}
        onRemove={files.remove}
        onRemoved={files.onCase.remove}
        onChoose={async () => {
          if (field.current) await chooseFiles(field.current, files.add)
        }}
      />
      <LostFiles names={files.lostNames} onForget={files.forgetLost} />
    </Stack>
  )
}

/** Says which document has filled in the form, or that the chosen files name several patients. */
function DocumentNotice({ result }: { result: DocumentResult | undefined }) {
  const t = useTexts('orders.drafts')
  if (!result) return null
  const isFilled = 'filledFrom' in result
  return (
    <Text className={isFilled ? css.filled : css.lostFiles} mt={8} role={isFilled ? 'status' : 'alert'}>
      {isFilled
        ? t('filled', { name: result.filledFrom })
        : t('severalPatients', { names: result.patients.join(', ') })}
    </Text>
  )
}

/** Lists the files of a draft that are not in this browser and have to be chosen again. */
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
