import { Button, Group } from '@mantine/core'
import { useTexts } from '../../frame/i18n.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import dialogCss from '../../ui/Dialog.module.css'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { saveFile } from '../../ui/download.ts'
import { IconDownload } from '../../ui/icons.ts'
import css from './Security.module.css'

const fileName = 'pontic-recovery-codes.txt'

/** Dialog with new recovery codes, which cannot be shown again. */
export function RecoveryCodes(props: { codes: readonly string[] | undefined; onClose: () => void }) {
  const t = useTexts('twoFactor')
  const codes = props.codes ?? []
  const text = codes.join('\n')
  return (
    <ConfirmDialog
      isOpen={codes.length > 0}
      onClose={props.onClose}
      onConfirm={props.onClose}
      title={t('codesTitle')}
      confirm={t('codesDone')}
      hasCancel={false}
    >
      <div className={dialogCss.dialogFields} data-shown-once>
        <p className="quiet">{t('codesKeep')}</p>
        <ul className={css.recoveryCodes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap={8}>
          <CopyButton value={text} label={t('codesCopy')} />
          <Button
            variant="default"
            leftSection={<IconDownload />}
            onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), fileName)}
          >
            {t('codesSave')}
          </Button>
        </Group>
      </div>
    </ConfirmDialog>
  )
}
