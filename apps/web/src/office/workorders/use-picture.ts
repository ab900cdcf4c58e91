import { CallError } from '@pontic/client'
import { useCallback, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { portal } from '../../frame/session.ts'
import { closeImage, openImage } from '../../ui/crop-image.ts'

const purpose = 'workorder'

/**
 * The one picture that goes along with a request or a reply: uploaded as it is chosen.
 * @param onUploaded is given its id
 * @returns `add` takes what was chosen, dropped or pasted; `error` is a sentence
 */
export function usePicture(imageId: string | null, onUploaded: (imageId: string) => void) {
  const t = useTexts('support.image')
  const ui = useTexts('ui')
  const errors = useTexts('errors.image')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const upload = useCallback(
    async (file: File): Promise<string | undefined> => {
      const opened = await openImage(file, purpose)
      if ('fault' in opened) return errors(opened.fault, { width: 1 })
      closeImage(opened.image)
      try {
        const { id } = await portal.call('images.create', { params: { purpose }, body: file })
        onUploaded(id)
        return undefined
      } catch (failure) {
        return failure instanceof CallError && failure.message ? failure.message : ui('image.failed')
      }
    },
    [onUploaded, errors, ui],
  )
  const add = useCallback(
    async (files: readonly File[]) => {
      const [file] = files
      if (!file || isBusy) return
      if (imageId !== null || files.length > 1) return setError(t('one'))
      setBusy(true)
      setError(await upload(file))
      setBusy(false)
    },
    [imageId, isBusy, upload, t],
  )
  return { add, isBusy, error }
}
