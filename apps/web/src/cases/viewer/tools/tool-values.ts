import type { Movement } from '@pontic/viewer/measure'
import type { PlaneSide, Point } from '@pontic/viewer/scene'
import { createStore, type Store } from '../../../frame/store.ts'
import { MeasureList } from './measure-list.ts'
import type { SectionPlane } from './section-plane.ts'
import type { ToolSession } from './tool-session.ts'
import { leastWallsMm } from './wall-thickness.ts'

/** The ids of two scans. */
export type ScanIds = readonly [string, string]

export type SectionValues = {
  readonly section: SectionPlane | undefined
  readonly shown: (typeof sectionSides)[number]
}
export const sectionSides = ['both', 'front', 'back'] as const satisfies readonly ('both' | PlaneSide)[]

export const contactKinds = ['contacts', 'clearance'] as const
/** Required clearances of crowns in millimetres. */
export const clearances = ['1.0', '1.5', '2.0'] as const
/** @see {@link PairValues} for `pair` */
export type ContactValues = PairValues & {
  readonly kind: (typeof contactKinds)[number]
  readonly least: (typeof clearances)[number]
}

/** The two scans of a tool; undefined until it has selected them. */
export type PairValues = { readonly pair: ScanIds | undefined }

/** How two versions are shown: one with the colours of the map, both side by side, or one after the other. */
export const compareLooks = ['map', 'split', 'blink'] as const
/** Ranges of the map of deviations in millimetres. */
export const compareRanges = ['0.1', '0.25', '0.5', '1'] as const
/** `aligned` is the last alignment of two scans while their comparison is open. */
export type CompareValues = PairValues & {
  readonly look: (typeof compareLooks)[number]
  readonly range: (typeof compareRanges)[number]
  readonly aligned: { readonly pair: ScanIds; readonly movement: Movement } | undefined
}

export const surfaceKinds = ['undercuts', 'margin', 'walls'] as const
/**
 * - `scanId`: undefined for the scan that the tool selects.
 * - `toEye`: the direction from which undercuts are seen, with its scan; undefined for the occlusal direction.
 */
export type SurfaceValues = {
  readonly kind: (typeof surfaceKinds)[number]
  readonly scanId: string | undefined
  readonly toEye: { readonly scanId: string; readonly direction: Point } | undefined
  readonly isFollowing: boolean
  readonly leastWallMm: number
}
export const wallBoundsMm = { min: 0.1, max: 5 }

/** The values of the tools that a link to a view contains. They outlive the panels of the tools. */
export const toolValues = {
  measures: (session: ToolSession) => session.get('measures', () => new MeasureList()),
  section: (session: ToolSession): Store<SectionValues> =>
    session.get('section', () => createStore<SectionValues>({ section: undefined, shown: 'both' })),
  contacts: (session: ToolSession): Store<ContactValues> =>
    session.get('contacts', () =>
      createStore<ContactValues>({ pair: undefined, kind: 'contacts', least: '1.5' }),
    ),
  compare: (session: ToolSession): Store<CompareValues> =>
    session.get('compare', () =>
      createStore<CompareValues>({ pair: undefined, look: 'map', range: '0.25', aligned: undefined }),
    ),
  surface: (session: ToolSession): Store<SurfaceValues> =>
    session.get('surface', () =>
      createStore<SurfaceValues>({
        kind: 'undercuts',
        scanId: undefined,
        toEye: undefined,
        isFollowing: false,
        leastWallMm: leastWallsMm.zirconia,
      }),
    ),
}

/** Changes some values of a store. */
export const change = <Values extends object>(store: Store<Values>, values: Partial<Values>): void =>
  store.set({ ...store.get(), ...values })
