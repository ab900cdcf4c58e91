import { type Permission, reachOf } from '@pontic/contract'
import { kindOf, type Visitor } from '../screens.tsx'
import { useSession } from '../session.ts'

/** The call that brings what is drawn of a case. */
export type DrawnBy = 'files.download' | 'previews.read'

// Whoever has this reads cases by somebody's leave, perhaps without downloads.
const looking = 'order.shared' satisfies Permission

/** The call by which somebody is shown scans and pictures: individuals by previews, whether or not they may download. */
export const drawnBy = (visitor: Visitor | undefined): DrawnBy =>
  visitor && reachOf(kindOf(visitor), looking) ? 'previews.read' : 'files.download'

/** The same for who is signed in. */
export const useDrawnBy = (): DrawnBy => drawnBy(useSession())
