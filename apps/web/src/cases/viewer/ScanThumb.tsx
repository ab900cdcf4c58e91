import type { MeshPictureSize } from '@pontic/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { portal } from '../../frame/session.ts'
import './ScanThumb.css'

/**
 * The picture that the server has drawn of a scan, in a frame that gives it its size; fetched with the reader's rights
 * once it comes near the screen. Nothing is drawn where there is none.
 * @param props.alt what it shows; empty where the words beside it say as much
 * @param props.onSettled hears that it is drawn or will not come; then it is fetched at once
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
  const isNear = useNearness(frame, onSettled !== undefined)
  const found = useQuery({
    queryKey: ['pictures', orderId, fileId, size],
    queryFn: async ({ signal }) => {
      const params = { id: orderId, fileId, size }
      const response = await portal.call('meshes.picture', { params }, { signal })
      return (response as unknown as Response).blob()
    },
    enabled: isNear,
    retry: false,
    // What was drawn of a content never changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 600_000,
  })
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

/** Whether an element has come near the screen once. */
function useNearness(element: { current: HTMLElement | null }, isAtOnce: boolean): boolean {
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

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return setUrl(undefined)
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
