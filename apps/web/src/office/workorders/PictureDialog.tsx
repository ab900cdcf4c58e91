import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { ImageView } from '../../ui/ImageView.tsx'
import css from './WorkOrders.module.css'

type Props = { subject: { id: string; by: string }; isOpen: boolean; onClose: () => void }

/** Dialog with the picture of a message in full size. @param props.subject.by name of the sender */
export function PictureDialog({ subject: { id, by }, ...frame }: Props) {
  const t = useTexts('support.image')
  return (
    <InfoDialog {...frame} title={t('of', { name: by })} widthPx={1_120}>
      <div className={css.recordLarge}>
        <ImageView imageId={id} alt={t('large')} />
      </div>
    </InfoDialog>
  )
}
