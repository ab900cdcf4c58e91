import { Button, TextInput } from '@mantine/core'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { CopyButton, copyText } from '../../ui/CopyButton.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'

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
      <div className="link-made">
        <TextInput
          label={common('label.link')}
          description={common('label.validUntil', { moment: moment(expiresAt) })}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url} label={common('do.copyLink')} />
      </div>
      {hasPassword && <p className="quiet dialog-note link-apart">{t('passwordApart')}</p>}
      <Button
        fullWidth
        className="link-copy"
        data-autofocus
        onClick={() => void copyText(url).then((isCopied) => isCopied && props.onClose())}
      >
        {t('copyAndClose')}
      </Button>
    </InfoDialog>
  )
}
