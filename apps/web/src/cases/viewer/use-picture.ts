import { useQuery } from '@tanstack/react-query'
import { queries } from '../../frame/cache.ts'
import { portal } from '../../frame/session.ts'
import { useObjectUrl } from '../../ui/use-image.ts'

/** The kinds of picture files that every browser can show, unlike HEIC. */
export const pictureKinds: readonly (string | null)[] = ['jpeg', 'png', 'webp']

/**
 * Fetches a picture file of a case.
 * @param mayDownload true fetches the file itself, false the server's re-encoded copy
 * @returns `url` is an object URL for `<img>`, undefined until the picture is loaded
 */
export function usePicture(
  orderId: string,
  fileId: string,
  mayDownload: boolean,
): { url: string | undefined; hasFailed: boolean } {
  const by = mayDownload ? 'files.download' : 'previews.read'
  const found = useQuery(
    {
      queryKey: ['pictures', orderId, fileId, by],
      queryFn: async ({ signal }) => {
        const response = await portal.call(by, { params: { id: orderId, fileId } }, { signal })
        return (response as unknown as Response).blob()
      },
      // The bytes of a file never change.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    },
    queries,
  )
  return { url: useObjectUrl(found.data), hasFailed: found.isError }
}
