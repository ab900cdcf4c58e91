import { accountSettingRoutes } from '@pontic/contract'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import css from '../../ui/Dialog.module.css'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { AccountDialogProps } from './use-sign-out-with-notice.ts'

const rules = accountSettingRoutes['accounts.setMobile'].body.shape

/** Sets the mobile number. The user confirms it with six digits that are sent by SMS. */
export function MobileDialog({ subject: account, ...frame }: AccountDialogProps) {
  const t = useTexts('accounts.mobileDialog')
  const common = useTexts('common')
  const [mobile, setMobile] = useState<string>()
  if (mobile === undefined)
    return (
      <FormDialog
        {...frame}
        title={common('label.mobilePhone')}
        confirm={t('send')}
        call="accounts.sendMobileCode"
        rules={rules}
        initial={{ mobile: account.telephone ?? '' }}
        fields={[
          {
            name: 'mobile',
            label: t('mobile'),
            help: t('help'),
            type: 'tel',
            inputMode: 'tel',
            autoComplete: 'tel',
          },
        ]}
        staysOpen
        onDone={(_, sent) => setMobile(sent.mobile)}
      />
    )
  return (
    <FormDialog
      key="code"
      {...frame}
      title={common('label.mobilePhone')}
      confirm={t('confirm')}
      call="accounts.setMobile"
      rules={rules}
      initial={{ code: '' }}
      input={({ code }) => ({ body: { mobile, code } })}
      lead={
        <div role="status">
          <p className={clsx(css.dialogNote, 'quiet')}>{t('sent', { mobile })}</p>
          <button type="button" className="text-button" onClick={() => setMobile(undefined)}>
            {t('back')}
          </button>
        </div>
      }
      fields={[{ name: 'code', label: t('code'), as: 'code' }]}
      done={t('done', { mobile })}
    />
  )
}
