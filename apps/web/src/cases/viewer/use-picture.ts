import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { portal } from '../../frame/session.ts'

/** The kinds of files that every browser can show. HEIC is not one of them. */
export const pictureKinds: readonly (string | null)[] = ['jpeg', 'png', 'webp']

/**
 * Fetches a picture of a case with the session's token.
 * @param mayDownload whether the reader gets the file itself, else a redrawn copy
 * @returns `url` for `<img>`
 */
export function usePicture(
  orderId: string,
  fileId: string,
  mayDownload: boolean,
): { url: string | undefined; hasFailed: boolean } {
  const by = mayDownload ? 'files.download' : 'previews.read'
  const found = useQuery({
    queryKey: ['pictures', orderId, fileId, by],
    queryFn: async ({ signal }) => {
      const response = await portal.call(by, { params: { id: orderId, fileId } }, { signal })
      return (response as unknown as Response).blob()
    },
    // The bytes of a file never change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  return { url: useObjectUrl(found.data), hasFailed: found.isError }
}

/** The address of a blob for `<img>`, revoked when the blob changes. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return setUrl(undefined)
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
