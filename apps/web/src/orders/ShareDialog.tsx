import '@mantine/core/styles/NumberInput.layer.css'
import { Button, NumberInput, TextInput } from '@mantine/core'
import { limits, type Order, previewRoutes } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useFormats, useTexts } from '../i18n.tsx'
import { CopyButton, copyText } from '../ui/CopyButton.tsx'
import { useContractForm } from '../ui/contract-form.ts'
import { FormDialog, InfoDialog } from '../ui/Dialog.tsx'
import { useOrderWrite } from './use-order-write.ts'

const ShareForm = z.strictObject({ days: previewRoutes['previews.createLink'].body.shape.days })

type PreviewLink = { url: string; expiresAt: string }

/** Makes a link that opens the scans of a case in 3D for anybody who has it, for some days. */
export function ShareDialog(props: { order: Order; isOpen: boolean; onClose: () => void }) {
  const t = useTexts('files.sharing')
  const { order } = props
  const [link, setLink] = useState<PreviewLink>()
  const form = useContractForm({
    schema: ShareForm,
    initial: { days: limits.previewLinkDaysDefault as number },
  })
  const close = () => {
    setLink(undefined)
    props.onClose()
  }
  const write = useOrderWrite('previews.createLink', { orderId: order.id, form, onConflict: close })
  if (link) return <LinkDialog number={order.number} link={link} onClose={close} />
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={close}
      title={t('title', { number: order.number })}
      confirm={t('create')}
      widthPx={480}
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ days }) => {
        const made = await write.send({ body: { id: order.id, days } })
        if (made) setLink(made)
      })}
    >
      <p className="quiet dialog-note">{t('text')}</p>
      <NumberInput
        label={t('days')}
        min={1}
        max={limits.previewLinkDaysMax}
        allowDecimal={false}
        allowNegative={false}
        data-autofocus
        {...form.getInputProps('days')}
      />
    </FormDialog>
  )
}

function LinkDialog(props: { number: string; link: PreviewLink; onClose: () => void }) {
  const t = useTexts('files.sharing')
  const { moment } = useFormats()
  const { url, expiresAt } = props.link
  return (
    <InfoDialog isOpen onClose={props.onClose} title={t('title', { number: props.number })} widthPx={480}>
      <div className="share-link">
        <TextInput
          label={t('link')}
          description={t('expires', { moment: moment(expiresAt) })}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url} label={t('copy')} />
      </div>
      <Button
        fullWidth
        className="share-copy"
        data-autofocus
        onClick={() => void copyText(url).then((isCopied) => isCopied && props.onClose())}
      >
        {t('copyAndClose')}
      </Button>
    </InfoDialog>
  )
}
