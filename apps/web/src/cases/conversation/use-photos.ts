import { CallError } from '@pontic/client'
import { type ImagePurpose, imageRules, limits } from '@pontic/contract'
import { useCallback, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { portal } from '../../frame/session.ts'
import { closeImage, cropImage, openImage } from '../../ui/crop-image.ts'

const purpose: ImagePurpose = 'message'

/**
 * Uploads the photos of a message as soon as they are selected. Photos above the size limits are scaled down first.
 * @param ids the ids of the uploaded photos
 * @param setIds updates the ids, like a setter of `useState` that is called with a function
 * @returns `waiting` is the number of photos that are still uploading
 */
export function usePhotos(
  ids: readonly string[],
  setIds: (change: (ids: readonly string[]) => readonly string[]) => void,
) {
  const t = useTexts('conversation')
  const errors = useTexts('errors.image')
  const [waiting, setWaiting] = useState(0)
  const [error, setError] = useState<string>()

  const addOne = useCallback(
    async (file: File): Promise<string | undefined> => {
      const prepared = await preparePhoto(file)
      if ('fault' in prepared) return errors(prepared.fault, { width: 1 })
      try {
        const { id } = await portal.call('images.create', { params: { purpose }, body: prepared.photo })
        setIds((before) => [...before, id].slice(0, limits.messageImagesMax))
        return undefined
      } catch (failure) {
        return failure instanceof CallError && failure.message ? failure.message : t('photoFailed')
      }
    },
    [setIds, errors, t],
  )

  const add = useCallback(
    async (files: readonly File[]) => {
      const accepted = files.slice(0, Math.max(0, limits.messageImagesMax - ids.length))
      setError(accepted.length < files.length ? t('photosMax', { max: limits.messageImagesMax }) : undefined)
      setWaiting((count) => count + accepted.length)
      for (const file of accepted) {
        const fault = await addOne(file)
        if (fault !== undefined) setError(fault)
        setWaiting((count) => count - 1)
      }
    },
    [ids.length, addOne, t],
  )

  return { add, isBusy: waiting > 0, waiting, error }
}

/**
 * Returns a JPG or PNG unchanged if it is within the server's limits, else scaled down to the size of message photos.
 * `fault` is a key under `errors.image`.
 */
async function preparePhoto(
  file: File,
): Promise<{ photo: Blob } | { fault: 'too_large' | 'kind_refused' | 'unreadable' | 'too_narrow' }> {
  const opened = await openImage(file, purpose)
  if ('fault' in opened) return opened
  const { image } = opened
  const { naturalWidth: width, naturalHeight: height } = image.element
  const { widthPx, heightPx } = imageRules[purpose]
  try {
    const fits = file.size <= limits.imageBytesMax && width <= widthPx && height <= heightPx
    return { photo: fits ? file : await cropImage(image, { x: 0, y: 0, width, height }, purpose) }
  } catch {
    return { fault: 'unreadable' }
  } finally {
    closeImage(image)
  }
}
