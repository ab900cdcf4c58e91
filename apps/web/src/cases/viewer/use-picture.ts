import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { portal } from '../../frame/session.ts'

/** The kinds of picture files that every browser can show, unlike HEIC. */
export const pictureKinds: readonly (string | null)[] = ['jpeg', 'png', 'webp']

/**
 * Fetches a picture file of a case.
 * @param mayDownload true fetches the file itself, false the server's redrawn copy
 * @returns `url` is an object URL for `<img>`, undefined until the picture is loaded
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

/** Creates an object URL of a blob for `<img>`, which is revoked when the blob changes. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return setUrl(undefined)
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [blob])
  return url
}
