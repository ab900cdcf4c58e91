import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { Button, Checkbox, NumberInput, Text, TextInput } from '@mantine/core'
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
import css from './PreviewLinks.module.css'

/** A preview link that was just created. `expiresAt` is ISO 8601. */
export type CreatedLink = { url: string; expiresAt: string; hasPassword: boolean }

const rules = {
  allowsTools: z.boolean(),
  fileIds: z.array(z.string()).check(z.minLength(1, 'required')),
  days: PreviewLinkDays,
  password: OptionalPassword,
}

/** Selects the scans that a preview link can show, ordered by role. */
const shareableScans = (files: OrderDetail['files']) =>
  planScans(
    files.filter(({ state, kind }) => state === 'verified' && viewableKinds.some((one) => one === kind)),
  )

/** Creates a preview link to selected scans, valid for a number of days, with an optional password. */
export function NewLinkDialog(props: {
  detail: OrderDetail
  isOpen: boolean
  onClose: () => void
  title: string
  /** Returns to the list of links. */
  onBack?: () => void
  onCreated: (link: CreatedLink) => void
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
        allowsTools: false,
      }}
      input={({ password, ...link }) => ({
        body: { id, ...link, ...(password === '' ? {} : { password: passwordDigest(password) }) },
      })}
      lead={
        <Text c="dimmed" fz="sm">
          {t('lead')}
        </Text>
      }
      fields={[
        ({ getInputProps }) => <ScanChoice scans={scans} field={getInputProps('fileIds')} />,
        ({ getInputProps }) => (
          <Checkbox label={t('toolsAllowed')} {...getInputProps('allowsTools', { type: 'checkbox' })} />
        ),
        {
          className: css.fields,
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
      onDone={(link, { password }) => props.onCreated({ ...link, hasPassword: password !== '' })}
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
      <div className={css.choice}>
        {props.scans.map(({ file }, index) => (
          <Checkbox key={file.id} value={file.id} label={names[index]} description={file.name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
