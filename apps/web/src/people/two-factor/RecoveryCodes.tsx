import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTexts } from '../../frame/i18n.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import dialogCss from '../../ui/Dialog.module.css'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { saveFile } from '../../ui/download.ts'
import css from './Security.module.css'

const fileName = 'pontic-recovery-codes.txt'

/** Dialog with new recovery codes, which cannot be shown again. */
export function RecoveryCodes(props: { codes: readonly string[] | undefined; onClose: () => void }) {
  const t = useTexts('twoFactor')
  const codes = props.codes ?? []
  const text = codes.join('\n')
  return (
    <InfoDialog isOpen={codes.length > 0} onClose={props.onClose} title={t('codesTitle')}>
      <div className={dialogCss.dialogFields}>
        <p className="quiet">{t('codesKeep')}</p>
        <ul className={css.recoveryCodes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group justify="space-between">
          <Group gap={8}>
            <CopyButton value={text} label={t('codesCopy')} />
            <Button
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), fileName)}
            >
              {t('codesSave')}
            </Button>
          </Group>
          <Button onClick={props.onClose}>{t('codesDone')}</Button>
        </Group>
      </div>
    </InfoDialog>
  )
}
