import { Box, Button, Group, Text, TextInput } from '@mantine/core'
import type { OrderDetail } from '@pontic/contract'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { CopyButton, copyText } from '../../ui/CopyButton.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { type CreatedLink, NewLinkDialog } from './NewLinkDialog.tsx'
import { PreviewLinkList } from './PreviewLinkList.tsx'

/** Lists the preview links of a case with their views, or creates a link. If the case has no links, the form is shown at once. */
export function PreviewLinkDialog(props: { detail: OrderDetail; isOpen: boolean; onClose: () => void }) {
  const t = useTexts('previewLinks')
  const { order } = props.detail
  const [created, setCreated] = useState<CreatedLink>()
  const [wantsNew, setWantsNew] = useState(false)
  const links = useRead('previews.listLinks', { params: { id: order.id } }, { isFresh: true })
  const close = () => {
    setCreated(undefined)
    setWantsNew(false)
    props.onClose()
  }
  const frame = { isOpen: props.isOpen, onClose: close, title: t('title', { number: order.number }) }
  if (created) return <CreatedLinkDialog {...frame} link={created} />
  const hasLinks = links.data !== undefined && links.data.list.length > 0
  if (links.data && (wantsNew || !hasLinks)) {
    const back = hasLinks ? { onBack: () => setWantsNew(false) } : {}
    return <NewLinkDialog {...frame} {...back} detail={props.detail} onCreated={setCreated} />
  }
  return (
    <InfoDialog {...frame} widthPx={560}>
      <Loaded read={links} skeleton={<Box h={180} aria-busy="true" />}>
        {({ list }) => (
          <PreviewLinkList
            detail={props.detail}
            links={list}
            onNew={() => setWantsNew(true)}
            onConflict={close}
          />
        )}
      </Loaded>
    </InfoDialog>
  )
}

/** Shows the new link with buttons that copy it. */
function CreatedLinkDialog(props: {
  link: CreatedLink
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
      <Group align="flex-end" gap={4} wrap="nowrap">
        <TextInput
          flex={1}
          label={common('label.link')}
          description={common('label.validUntil', { moment: moment(expiresAt) })}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url} label={common('do.copyLink')} />
      </Group>
      {hasPassword && (
        <Text c="dimmed" fz="sm" pt={12}>
          {t('passwordApart')}
        </Text>
      )}
      <Button
        fullWidth
        mt={16}
        data-autofocus
        onClick={() => void copyText(url).then((isCopied) => isCopied && props.onClose())}
      >
        {t('copyAndClose')}
      </Button>
    </InfoDialog>
  )
}
