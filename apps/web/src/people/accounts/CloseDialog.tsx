import { limits } from '@pontic/contract'
import { useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import type { AccountDialogProps } from './use-leaving.ts'
import { useLeaving } from './use-leaving.ts'

/** Closes the account: what follows from it is told first. */
export function CloseDialog({ account, isOpen, onClose }: AccountDialogProps) {
  const t = useTexts('accounts.closeDialog')
  const leave = useLeaving()
  const [refusal, setRefusal] = useState<string>()
  const write = useWrite('accounts.close', {
    isBlocking: true,
    onFailure: ({ message }) => setRefusal(message),
  })
  const close = async () => {
    setRefusal(undefined)
    if (await write.send({})) leave(t('done'))
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      isDangerous
      isBusy={write.isBusy}
      onConfirm={() => void close()}
    >
      {refusal && (
        <p className="dialog-refusal" role="alert">
          {refusal}
        </p>
      )}
      <ul className="dialog-list">
        <li>{t('now', { organization: account.orgName })}</li>
        <li>{t('cases')}</li>
        <li>{t('names', { days: limits.closedAccountDays })}</li>
      </ul>
    </ConfirmDialog>
  )
}
