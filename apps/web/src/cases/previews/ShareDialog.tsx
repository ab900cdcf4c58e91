import type { OrderDetail } from '@pontic/contract'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { NewLinkForm } from './NewLinkForm.tsx'
import { PreviewLinkList } from './PreviewLinkList.tsx'
import { type MadeLink, PreviewLinkMade } from './PreviewLinkMade.tsx'
import css from './ShareDialog.module.css'

/**
 * The preview links of a case: those that there are, with who looked when and the way to end them; and a new one for
 * chosen scans. Where there is none yet it begins with the new one.
 */
export function ShareDialog(props: { detail: OrderDetail; isOpen: boolean; onClose: () => void }) {
  const t = useTexts('previewLinks')
  const { order } = props.detail
  const [made, setMade] = useState<MadeLink>()
  const [wantsNew, setWantsNew] = useState(false)
  const links = useRead('previews.listLinks', { params: { id: order.id } }, { isFresh: true })
  const close = () => {
    setMade(undefined)
    setWantsNew(false)
    props.onClose()
  }
  const title = t('title', { number: order.number })
  const frame = { isOpen: props.isOpen, onClose: close, title }
  if (made) return <PreviewLinkMade {...frame} link={made} />
  const hasLinks = links.data !== undefined && links.data.list.length > 0
  if (links.data && (wantsNew || !hasLinks)) {
    const back = hasLinks ? { onBack: () => setWantsNew(false) } : {}
    return <NewLinkForm {...frame} {...back} detail={props.detail} onMade={setMade} />
  }
  return (
    <InfoDialog {...frame} widthPx={560}>
      {links.failure && <ErrorState {...links.failure} onRetry={links.refetch} />}
      {!links.data && !links.failure && <div className={css.linksWait} aria-busy="true" />}
      {links.data && (
        <PreviewLinkList
          detail={props.detail}
          links={links.data.list}
          onNew={() => setWantsNew(true)}
          onGone={close}
        />
      )}
    </InfoDialog>
  )
}
