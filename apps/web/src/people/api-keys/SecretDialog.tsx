import { Button, Group, TextInput } from '@mantine/core'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { copyText } from '../../ui/CopyButton.tsx'
import dialogCss from '../../ui/Dialog.module.css'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { IconCheck, IconCopy } from '../../ui/icons.ts'
import css from './ApiKeys.module.css'

/** Dialog with the secret of a new key, which cannot be shown again. */
export function SecretDialog(props: { name: string; secret: string; isOpen: boolean; onClose: () => void }) {
  const t = useTexts('apiKeys.secret')
  const texts = useTexts()
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <InfoDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('title', { name: props.name })}
      widthPx={560}
    >
      <div className={dialogCss.dialogFields} data-shown-once>
        <p className={css.keyOnce}>{t('once')}</p>
        <TextInput
          label={texts('common.label.apiKey')}
          classNames={{ input: css.keySecret }}
          value={props.secret}
          readOnly
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <p className={clsx(dialogCss.dialogNote, 'quiet')}>
          {t('use')} <code>Authorization: Bearer …</code>
        </p>
        <Group gap={8}>
          <Button
            variant={isCopied ? 'default' : 'filled'}
            leftSection={<Icon />}
            onClick={async () => setCopied(await copyText(props.secret))}
          >
            <span aria-live="polite">{texts(isCopied ? 'ui.copied' : 'apiKeys.secret.copy')}</span>
          </Button>
          <Button variant={isCopied ? 'filled' : 'default'} onClick={props.onClose}>
            {t('done')}
          </Button>
        </Group>
      </div>
    </InfoDialog>
  )
}
