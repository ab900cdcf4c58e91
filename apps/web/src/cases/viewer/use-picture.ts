import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { portal } from '../../frame/session.ts'

/** Kinds of files that every browser draws; HEIC is downloaded. */
export const pictureKinds: readonly (string | null)[] = ['jpeg', 'png', 'webp']

/**
 * A picture of a case as an address for `<img>`: fetched with the session, because it is nobody else's to see.
 * @param mayDownload whether the reader gets the file itself; else it is redrawn
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
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!found.data) return
    const made = URL.createObjectURL(found.data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [found.data])
  return { url, hasFailed: found.isError }
}
