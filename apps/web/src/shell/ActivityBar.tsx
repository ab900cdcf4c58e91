import { activity } from '../frame/activity.ts'
import { usePendingReauthentication } from '../frame/reauthentication.ts'
import { LoadingBar } from '../ui/LoadingBar.tsx'

/** The loading bar of pending requests. @param props.isMoving true while the next page is loading */
export function ActivityBar({ isMoving }: { isMoving: boolean }) {
  const { isBusy, isBlocking } = activity.useValue()
  // The overlay of a blocking write must not cover the dialog that asks for the password.
  const isAsked = usePendingReauthentication() !== undefined
  return <LoadingBar isBusy={isBusy || isMoving} isBlocking={isBlocking && !isAsked} />
}
