import '@mantine/core/styles/NumberInput.layer.css'
import { NumberInput, TextInput } from '@mantine/core'
import { limits, type Order, routes } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useFormats, useTexts } from '../i18n.tsx'
import { CopyButton, copyText } from '../ui/CopyButton.tsx'
import { useContractForm } from '../ui/contract-form.ts'
import { FormDialog } from '../ui/Dialog.tsx'
import { useOrderWrite } from './use-order-write.ts'

const ShareForm = z.strictObject({ days: routes['previews.createLink'].body.shape.days })

/** Makes a link that opens the scans of a case in 3D for anybody who has it, for some days. */
export function ShareDialog(props: { order: Order; isOpen: boolean; onClose: () => void }) {
  const t = useTexts('files.sharing')
  const { moment } = useFormats()
  const { order } = props
  const [link, setLink] = useState<{ url: string; expiresAt: string }>()
  const form = useContractForm({
    schema: ShareForm,
    initial: { days: limits.previewLinkDaysDefault as number },
  })
  const close = () => {
    setLink(undefined)
    props.onClose()
  }
  const write = useOrderWrite('previews.createLink', { orderId: order.id, form, onConflict: close })
  const submit = form.submit(async ({ days }) => {
    const made = await write.send({ body: { id: order.id, days } })
    if (made) setLink(made)
  })
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={close}
      title={t('title', { number: order.number })}
      confirm={link ? t('copyAndClose') : t('create')}
      widthPx={480}
      isBusy={write.isBusy}
      onSubmit={(event) => {
        if (!link) return submit(event)
        event.preventDefault()
        void copyText(link.url).then(close)
      }}
    >
      <p className="quiet dialog-note">{t('text')}</p>
      {link ? (
        <div className="share-link">
          <TextInput
            label={t('link')}
            description={t('expires', { moment: moment(link.expiresAt) })}
            value={link.url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={link.url} label={t('copy')} />
        </div>
      ) : (
        <NumberInput
          label={t('days')}
          min={1}
          max={limits.previewLinkDaysMax}
          allowDecimal={false}
          allowNegative={false}
          data-autofocus
          {...form.getInputProps('days')}
        />
      )}
    </FormDialog>
  )
}
