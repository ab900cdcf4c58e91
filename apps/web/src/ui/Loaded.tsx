import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallFailure } from '../frame/failures.ts'
import { ErrorState } from './ErrorState.tsx'

/**
 * Renders the data of `useRead`. It shows a skeleton while the data loads, and an error with a retry button after a failure.
 * @param props.skeleton height of the skeleton in pixels, or a custom placeholder
 */
export function Loaded<Data>(props: {
  read: { data: Data | undefined; failure: CallFailure | undefined; refetch: () => void }
  skeleton: number | ReactNode
  children: (data: Data) => ReactNode
}) {
  const { data, failure, refetch } = props.read
  if (failure) return <ErrorState {...failure} onRetry={refetch} />
  if (data !== undefined) return props.children(data)
  return typeof props.skeleton === 'number' ? <Skeleton height={props.skeleton} /> : props.skeleton
}
