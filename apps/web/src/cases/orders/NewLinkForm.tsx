import '@mantine/core/styles/NumberInput.layer.css'
import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core'
import { passwordDigest } from '@pontic/client'
import {
  type FieldKey,
  limits,
  NewPassword,
  type OrderDetail,
  PreviewLinkDays,
  viewableKinds,
} from '@pontic/contract'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { planScans } from '../viewer/scan-plan.ts'
import { useScanNames } from '../viewer/use-scan-names.ts'
import type { MadeLink } from './PreviewLinkMade.tsx'
import { useOrderWrite } from './use-order-write.ts'

const LinkForm = z.strictObject({
  fileIds: z.array(z.string()).check(z.minLength(1, 'required')),
  days: PreviewLinkDays,
  password: z.string(),
})

/** What may stand for a password: nothing, or what accounts take. */
function judgePassword(password: string): FieldKey | undefined {
  if (password === '') return undefined
  const judged = NewPassword.safeParse(password)
  return judged.success ? undefined : (judged.error.issues[0]?.message as FieldKey)
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
  const { form, write, submit } = useLinkForm(props, scans)
  const back = props.onBack && (
    <Button variant="subtle" onClick={props.onBack}>
      {t('back')}
    </Button>
  )
  return (
    <FormDialog
      {...props}
      confirm={t('create')}
      widthPx={560}
      isBusy={write.isBusy}
      footStart={back}
      onSubmit={submit}
    >
      <p className="quiet dialog-note">{t('lead')}</p>
      <ScanChoice scans={scans} field={form.getInputProps('fileIds')} />
      <div className="link-fields">
        <NumberInput
          label={t('days')}
          min={1}
          max={limits.previewLinkDaysMax}
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('days')}
        />
        <PasswordInput field={form.getInputProps('password')} />
      </div>
    </FormDialog>
  )
}

/** The form of a new link, and what its button does. */
function useLinkForm(
  props: { detail: OrderDetail; onClose: () => void; onMade: (link: MadeLink) => void },
  scans: ReturnType<typeof planScans>,
) {
  const { id } = props.detail.order
  const form = useContractForm({
    schema: LinkForm,
    initial: {
      fileIds: scans.map(({ file }) => file.id),
      days: limits.previewLinkDaysDefault as number,
      password: '',
    },
    check: ({ password }) => {
      const key = judgePassword(password)
      return key ? { password: key } : {}
    },
  })
  const write = useOrderWrite('previews.createLink', { orderId: id, form, onConflict: props.onClose })
  const submit = form.submit(async ({ fileIds, days, password }) => {
    const secret = password === '' ? {} : { password: passwordDigest(password) }
    const reply = await write.send({ body: { id, days, fileIds, ...secret } })
    if (reply) props.onMade({ ...reply, hasPassword: password !== '' })
  })
  return { form, write, submit }
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
      <div className="link-scans">
        {props.scans.map(({ file }, index) => (
          <Checkbox key={file.id} value={file.id} label={names[index]} description={file.name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
