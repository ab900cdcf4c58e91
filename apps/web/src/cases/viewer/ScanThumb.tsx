import type { MeshPictureSize } from '@pontic/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queries } from '../../frame/cache.ts'
import { portal } from '../../frame/session.ts'
import './ScanThumb.css'
import { useObjectUrl } from '../../ui/use-image.ts'

/**
 * Shows the server's picture of a scan in the size of the parent element; empty if there is no picture. The picture is fetched
 * when the element is near the visible part of the page.
 * @param props.alt empty if a text beside the picture describes it
 * @param props.onSettled called when the picture is drawn or has failed. With `onSettled`, the picture is fetched immediately
 */
export function ScanThumb(props: {
  orderId: string
  fileId: string
  size?: MeshPictureSize
  alt?: string
  onSettled?: (fileId: string) => void
}) {
  const { orderId, fileId, size = 'small', alt = '', onSettled } = props
  const frame = useRef<HTMLSpanElement>(null)
  const isNear = useWasNearScreen(frame, onSettled !== undefined)
  const found = useQuery(
    {
      queryKey: ['pictures', orderId, fileId, size],
      queryFn: async ({ signal }) => {
        const params = { id: orderId, fileId, size }
        const response = await portal.call('meshes.picture', { params }, { signal })
        return (response as unknown as Response).blob()
      },
      enabled: isNear,
      retry: false,
      // The picture of a file never changes.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 600_000,
    },
    queries,
  )
  const url = useObjectUrl(found.data)
  useEffect(() => {
    if (found.isError) onSettled?.(fileId)
  }, [found.isError, onSettled, fileId])
  const settle = () => onSettled?.(fileId)
  return (
    <span className="scan-thumb" ref={frame} data-shown={url !== undefined || undefined}>
      {url && <img src={url} alt={alt} loading="lazy" decoding="async" onLoad={settle} onError={settle} />}
    </span>
  )
}

/** Whether an element has been near the visible part of the page at least once. */
function useWasNearScreen(element: { current: HTMLElement | null }, isAtOnce: boolean): boolean {
  const [isNear, setNear] = useState(isAtOnce)
  useEffect(() => {
    if (isNear || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: '200px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}
