import type { ReactNode } from 'react'
import { useImage } from './use-image.ts'

/**
 * A stored picture.
 * @param props.alt empty if its name is next to it
 * @param props.fallback shown if there is none or it can't be fetched
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
