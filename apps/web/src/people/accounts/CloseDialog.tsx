import { Stack } from '@mantine/core'
import { limits } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmCallDialog } from '../../ui/Dialog.tsx'
import type { AccountDialogProps } from './use-sign-out-with-notice.ts'
import { useSignOutWithNotice } from './use-sign-out-with-notice.ts'

/** Explains the consequences of closing the account, asks for confirmation and closes the account. */
export function CloseDialog({ subject: account, ...frame }: AccountDialogProps) {
  const t = useTexts('accounts.closeDialog')
  const leave = useSignOutWithNotice()
  return (
    <ConfirmCallDialog
      {...frame}
      title={t('title')}
      confirm={t('confirm')}
      isDangerous
      call="accounts.close"
      input={{}}
      isBlocking
      showsFailure
      onDone={() => leave(t('done'))}
    >
      <Stack component="ul" gap={4} className="bullets">
        <li>{t('now', { organization: account.orgName })}</li>
        <li>{t('cases')}</li>
        <li>{t('names', { days: limits.closedAccountDays })}</li>
      </Stack>
    </ConfirmCallDialog>
  )
}
