import type { ReactNode } from 'react'
import { useImage } from './use-image.ts'

/**
 * A stored picture.
 * @param props.alt what it shows; empty where a name stands beside it
 * @param props.fallback drawn while there is none, and when it can't be fetched
 */
export function ImageView(props: {
  imageId: string | null | undefined
  alt: string
  className?: string | undefined
  fallback?: ReactNode
}) {
  const { url } = useImage(props.imageId)
  if (url === undefined) return props.fallback ?? null
  return <img src={url} alt={props.alt} className={props.className} draggable={false} />
}
