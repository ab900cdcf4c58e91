import { Button, TextInput } from '@mantine/core'
import { clsx } from 'clsx'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { CopyButton, copyText } from '../../ui/CopyButton.tsx'
import dialogCss from '../../ui/Dialog.module.css'
import { InfoDialog } from '../../ui/Dialog.tsx'
import css from './ShareDialog.module.css'

/** A link that was made just now. */
export type MadeLink = { url: string; expiresAt: string; hasPassword: boolean }

/** Hands a new link over to be sent on. */
export function PreviewLinkMade(props: {
  link: MadeLink
  isOpen: boolean
  onClose: () => void
  title: string
}) {
  const t = useTexts('previewLinks')
  const common = useTexts('common')
  const { moment } = useFormats()
  const { url, expiresAt, hasPassword } = props.link
  return (
    <InfoDialog isOpen={props.isOpen} onClose={props.onClose} title={props.title} widthPx={560}>
      <div className={css.linkMade}>
        <TextInput
          label={common('label.link')}
          description={common('label.validUntil', { moment: moment(expiresAt) })}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url} label={common('do.copyLink')} />
      </div>
      {hasPassword && (
        <p className={clsx(dialogCss.dialogNote, css.linkApart, 'quiet')}>{t('passwordApart')}</p>
      )}
      <Button
        fullWidth
        className={css.linkCopy}
        data-autofocus
        onClick={() => void copyText(url).then((isCopied) => isCopied && props.onClose())}
      >
        {t('copyAndClose')}
      </Button>
    </InfoDialog>
  )
}
