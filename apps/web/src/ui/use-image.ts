import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { queries } from '../frame/cache.ts'
import { portal } from '../frame/session.ts'

/**
 * Fetches a stored picture (avatar, logo, cover) and returns it as an object URL for `<img>`. The request needs the session's
 * token, because not everybody may see the picture.
 * @returns `url` is undefined without a picture and until it is fetched
 */
export function useImage(imageId: string | null | undefined): {
  url: string | undefined
  hasFailed: boolean
} {
  const found = useQuery(
    {
      queryKey: ['images', 'images.get', imageId],
      queryFn: async ({ signal }) => {
        const response = await portal.call('images.get', { params: { id: imageId ?? '' } }, { signal })
        return (response as unknown as Response).blob()
      },
      enabled: typeof imageId === 'string',
      // The bytes of an id never change: a new picture gets a new id.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 300_000,
    },
    queries,
  )
  return { url: useObjectUrl(imageId ? found.data : undefined), hasFailed: found.isError }
}

/**
 * Creates an object URL of a blob for `<img>`. The URL is revoked when the blob changes or the component unmounts.
 * @returns undefined for one render after the blob has changed. So an `<img>` that is not rendered without a URL never shows the
 * picture from before, which a browser keeps until the next one is loaded.
 */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ blob: Blob; url: string }>()
  // Before the browser paints, so that the place of the picture is not empty in between.
  useLayoutEffect(() => {
    if (!blob) return
    const url = URL.createObjectURL(blob)
    setMade({ blob, url })
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return made?.blob === blob ? made?.url : undefined
}
