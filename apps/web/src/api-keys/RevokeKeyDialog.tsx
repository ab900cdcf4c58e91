import type { ApiKey } from '@pontic/contract'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'

/** Asks before a key is revoked, and says what stops working. */
export function RevokeKeyDialog(props: { apiKey: ApiKey; isOpen: boolean; onClose: () => void }) {
  const t = useTexts('apiKeys.revoke')
  const { id, name } = props.apiKey
  const write = useWrite('keys.revoke')
  const confirm = async () => {
    const isDone = await write.send({ params: { id } })
    props.onClose()
    if (isDone) showNotice({ level: 'info', text: t('done', { name }) })
  }
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('title', { name })}
      confirm={t('confirm')}
      isDangerous
      isBusy={write.isBusy}
      onConfirm={() => void confirm()}
    >
      <p>{t('text')}</p>
    </ConfirmDialog>
  )
}
