import type { OrderFile } from '@pontic/contract'
import { useQuery } from '@tanstack/react-query'
import { queries } from '../../frame/cache.ts'
import { portal } from '../../frame/session.ts'
import { useObjectUrl } from '../../ui/use-image.ts'

/** The kinds of picture files that every browser can show, unlike HEIC, and DICOM, whose picture is read here. */
const pictureKinds: readonly (string | null)[] = ['jpeg', 'png', 'webp', 'dicom']
/** A larger DICOM file is a volume. */
const dicomBytesMax = 64 * 1024 ** 2

/** Whether a file is shown as a picture. A DICOM file with the role of a scan is not. */
export const isPictureFile = ({ kind, role, sizeBytes }: OrderFile): boolean =>
  pictureKinds.includes(kind) &&
  (kind !== 'dicom' || (['photo', 'document', 'other'].includes(role) && sizeBytes <= dicomBytesMax))

/**
 * Fetches a picture file of a case.
 * @param mayDownload true fetches the file itself, false the server's re-encoded copy
 * @returns `url` is an object URL for `<img>`, undefined until the picture is loaded
 */
export function usePicture(
  orderId: string,
  { id: fileId, kind }: Pick<OrderFile, 'id' | 'kind'>,
  mayDownload: boolean,
): { url: string | undefined; hasFailed: boolean } {
  const by = mayDownload ? 'files.download' : 'previews.read'
  const found = useQuery(
    {
      queryKey: ['pictures', orderId, fileId, by],
      queryFn: async ({ signal }) => {
        const response = await portal.call(by, { params: { id: orderId, fileId } }, { signal })
        const blob = await (response as unknown as Response).blob()
        if (kind !== 'dicom' || !mayDownload) return blob
        const { drawDicom } = await import('./draw-dicom.ts')
        return drawDicom(await blob.arrayBuffer())
      },
      // The bytes of a file never change.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    },
    queries,
  )
  return { url: useObjectUrl(found.data), hasFailed: found.isError }
}
