import { Button } from '@mantine/core'
import { limits } from '@pontic/contract'
import { useState } from 'react'
import { useFailureText } from '../../frame/failures.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { portal } from '../../frame/session.ts'
import { saveFile } from '../../ui/download.ts'
import { IconDownload } from '../../ui/icons.ts'
import { Setting, SettingButton, Settings } from './SettingRow.tsx'
import type { OpenAccountDialog } from './use-account-dialogs.tsx'

/** Settings with buttons that export the user's data and close the account. */
export function DataSection({ ask }: { ask: OpenAccountDialog }) {
  const t = useTexts('accounts')
  const common = useTexts('common')
  const { save, isBusy } = useAccountExport()
  return (
    <Settings>
      <Setting
        name={common('do.export')}
        action={
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<IconDownload />}
            onClick={() => void save()}
          >
            {t('exportSave')}
          </Button>
        }
      >
        <span className="quiet">{t('exportText')}</span>
      </Setting>
      <Setting
        name={t('close')}
        action={
          <SettingButton label={t('closeOpen')} of={t('close')} isDangerous onPress={() => ask('close')} />
        }
      >
        <span className="quiet">{t('closeText', { days: limits.closedAccountDays })}</span>
      </Setting>
    </Settings>
  )
}

/** Returns `save`, which fetches the export of the user's data and saves it as a file. */
function useAccountExport() {
  const textOf = useFailureText()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const response = (await portal.call('accounts.export')) as unknown as Response
      saveFile(await response.blob(), 'pontic-account.json')
    } catch (error) {
      const { key, message, requestId } = textOf(error)
      // The user has canceled the reauthentication, so there is nothing to report.
      if (key === 'session.reauthenticate') return
      showNotice({ level: 'error', text: message, requestId })
    } finally {
      setBusy(false)
    }
  }
  return { save, isBusy }
}
