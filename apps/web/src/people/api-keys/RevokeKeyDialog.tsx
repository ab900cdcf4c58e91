import type { ApiKey } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmCallDialog } from '../../ui/Dialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'

/** Asks for confirmation and revokes a key. */
export function RevokeKeyDialog(props: DialogProps<ApiKey, 'revoke'>) {
  const t = useTexts('apiKeys.revoke')
  const common = useTexts('common')
  const { id = '', name = '' } = props.subject ?? {}
  return (
    <ConfirmCallDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('title', { name })}
      confirm={common('do.revokeKey')}
      isDangerous
      call="keys.revoke"
      input={{ params: { id } }}
      done={t('done', { name })}
    >
      <p>{t('text')}</p>
    </ConfirmCallDialog>
  )
}
