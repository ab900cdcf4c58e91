import { useTexts } from '../../frame/i18n.tsx'
import { ImageField } from '../../ui/ImageField.tsx'
import { useSave } from './use-save.ts'

/** The logo of one's own organization; saved when it is cut. */
export function Logo({ imageId }: { imageId: string | null }) {
  const t = useTexts('organizations')
  const { save, isBusy } = useSave('organizations.update')
  return (
    <ImageField
      label={t('logo')}
      purpose="logo"
      imageId={imageId}
      isBusy={isBusy}
      onUploaded={(image) => void save({ logoImageId: image.id })}
      onRemove={() => void save({ logoImageId: null })}
    />
  )
}
