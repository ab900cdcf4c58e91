import { clsx } from 'clsx'
import dialogCss from '../../ui/Dialog.module.css'
import css from './ShareDialog.module.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core'
import { passwordDigest } from '@pontic/client'
import { limits, type OrderDetail, PreviewLinkDays, viewableKinds } from '@pontic/contract'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { OptionalPassword } from '../../ui/form-fields.ts'
import { useCaseWrite } from '../orders/actions/use-order-write.ts'
import { planScans } from '../viewer/scan-plan.ts'
import { useScanNames } from '../viewer/use-scan-names.ts'
import type { MadeLink } from './PreviewLinkMade.tsx'

const rules = {
  fileIds: z.array(z.string()).check(z.minLength(1, 'required')),
  days: PreviewLinkDays,
  password: OptionalPassword,
}

/** The scans of a case that a link can show, in the order of their roles. */
export const shareableScans = (files: OrderDetail['files']) =>
  planScans(
    files.filter(({ state, kind }) => state === 'verified' && viewableKinds.some((one) => one === kind)),
  )

/** Asks what a new link shows, how long, and whether it asks for a password. */
export function NewLinkForm(props: {
  detail: OrderDetail
  isOpen: boolean
  onClose: () => void
  title: string
  /** Back to the links that there are. */
  onBack?: () => void
  onMade: (link: MadeLink) => void
}) {
  const t = useTexts('previewLinks')
  const scans = useMemo(() => shareableScans(props.detail.files), [props.detail.files])
  const { id } = props.detail.order
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      confirm={t('create')}
      widthPx={560}
      footStart={
        props.onBack && (
          <Button variant="subtle" onClick={props.onBack}>
            {t('back')}
          </Button>
        )
      }
      call="previews.createLink"
      {...useCaseWrite(id, props.onClose)}
      rules={rules}
      initial={{
        fileIds: scans.map(({ file }) => file.id),
        days: limits.previewLinkDaysDefault,
        password: '',
      }}
      input={({ password, ...link }) => ({
        body: { id, ...link, ...(password === '' ? {} : { password: passwordDigest(password) }) },
      })}
      lead={<p className={clsx(dialogCss.dialogNote, 'quiet')}>{t('lead')}</p>}
      fields={[
        ({ getInputProps }) => <ScanChoice scans={scans} field={getInputProps('fileIds')} />,
        {
          className: css.linkFields,
          fields: [
            ({ getInputProps }) => (
              <NumberInput
                label={t('days')}
                min={1}
                max={limits.previewLinkDaysMax}
                allowDecimal={false}
                allowNegative={false}
                {...getInputProps('days')}
              />
            ),
            ({ getInputProps }) => <PasswordInput field={getInputProps('password')} />,
          ],
        },
      ]}
      staysOpen
      onDone={(link, { password }) => props.onMade({ ...link, hasPassword: password !== '' })}
    />
  )
}

function PasswordInput({ field }: { field: object }) {
  const t = useTexts('previewLinks')
  const common = useTexts('common')
  return (
    <TextInput
      label={common('label.password')}
      description={t('passwordHint', { min: limits.passwordLengthMin, max: limits.passwordLengthMax })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  )
}

function ScanChoice(props: {
  scans: ReturnType<typeof planScans>
  field: { value?: string[]; error?: unknown; onChange: (ids: string[]) => void }
}) {
  const t = useTexts('previewLinks')
  const names = useScanNames(props.scans)
  return (
    <Checkbox.Group
      label={t('scans')}
      value={props.field.value ?? []}
      onChange={props.field.onChange}
      error={props.field.error ? t('scansNeeded') : undefined}
    >
      <div className={css.linkScans}>
        {props.scans.map(({ file }, index) => (
          <Checkbox key={file.id} value={file.id} label={names[index]} description={file.name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
