import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTexts } from '../../frame/i18n.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import dialogCss from '../../ui/Dialog.module.css'
import { InfoDialog } from '../../ui/Dialog.tsx'
import css from './Security.module.css'

const fileName = 'pontic-recovery-codes.txt'

function saveFile(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}

/** New recovery codes, shown this once. Open while there are some. */
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
        <div className={css.securityReady}>
          <div className={css.securityKey}>
            <CopyButton value={text} label={t('codesCopy')} />
            <Button
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => saveFile(`${text}\n`)}
            >
              {t('codesSave')}
            </Button>
          </div>
          <Button onClick={props.onClose}>{t('codesDone')}</Button>
        </div>
      </div>
    </InfoDialog>
  )
}
