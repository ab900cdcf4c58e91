import { TextInput } from '@mantine/core'
import { MobileNumber, TypedCode } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { Filled } from '../../ui/form-fields.ts'
import type { AccountDialogProps } from './use-leaving.ts'

const NumberForm = z.strictObject({ mobile: z.pipe(Filled, MobileNumber) })
const CodeForm = z.strictObject({ code: z.pipe(Filled, TypedCode) })

/** A mobile number: six digits go there by SMS, and prove that it is one's own. */
export function MobileDialog(props: AccountDialogProps) {
  const [mobile, setMobile] = useState<string>()
  return mobile === undefined ? (
    <NumberStep {...props} onSent={setMobile} />
  ) : (
    <CodeStep {...props} mobile={mobile} onBack={() => setMobile(undefined)} />
  )
}

function NumberStep({
  account,
  isOpen,
  onClose,
  onSent,
}: AccountDialogProps & { onSent: (mobile: string) => void }) {
  const t = useTexts('accounts.mobileDialog')
  const common = useTexts('common')
  const form = useContractForm({ schema: NumberForm, initial: { mobile: account.telephone ?? '' } })
  const write = useWrite('accounts.sendMobileCode', { form })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={common('label.mobilePhone')}
      confirm={t('send')}
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ mobile }) => {
        if (await write.send({ body: { mobile } })) onSent(mobile)
      })}
    >
      <TextInput
        label={t('mobile')}
        description={t('help')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        withAsterisk
        aria-required
        data-autofocus
        {...form.getInputProps('mobile')}
      />
    </FormDialog>
  )
}

function CodeStep({
  isOpen,
  onClose,
  mobile,
  onBack,
}: AccountDialogProps & { mobile: string; onBack: () => void }) {
  const t = useTexts('accounts.mobileDialog')
  const common = useTexts('common')
  const form = useContractForm({ schema: CodeForm, initial: { code: '' } })
  const write = useWrite('accounts.setMobile', { form })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={common('label.mobilePhone')}
      confirm={t('confirm')}
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ code }) => {
        if (!(await write.send({ body: { mobile, code } }))) return
        onClose()
        showNotice({ level: 'info', text: t('done', { mobile }) })
      })}
    >
      <div role="status">
        <p className="quiet dialog-note">{t('sent', { mobile })}</p>
        <button type="button" className="text-button" onClick={onBack}>
          {t('back')}
        </button>
      </div>
      <TextInput
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        withAsterisk
        aria-required
        data-autofocus
        {...form.getInputProps('code')}
      />
    </FormDialog>
  )
}
