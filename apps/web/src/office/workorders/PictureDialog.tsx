import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { ImageView } from '../../ui/ImageView.tsx'
import css from './WorkOrders.module.css'

const widthPx = 1_120

/** A picture of a record, large. @param props.by who sent it */
export function PictureDialog(props: { id: string; by: string; isOpen: boolean; onClose: () => void }) {
  const t = useTexts('support.image')
  return (
    <InfoDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('of', { name: props.by })}
      widthPx={widthPx}
    >
      <div className={css.recordLarge}>
        <ImageView key={props.id} imageId={props.id} alt={t('large')} />
      </div>
    </InfoDialog>
  )
}
