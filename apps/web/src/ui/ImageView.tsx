import type { ReactNode } from 'react'
import { useImage } from './use-image.ts'

/**
 * Shows a stored picture.
 * @param props.alt empty if the name of the subject is next to the picture
 * @param props.fallback shown until the picture is fetched, and if there is none or fetching fails
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
