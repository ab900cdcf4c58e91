export type { Alignment } from './align.ts'
export type { Circle } from './circle.ts'
export { type Movement, noMovement } from './distance-map.ts'
export { angleAt, circleThrough, lengthAlong } from './lengths.ts'
export {
  type ColorScale,
  clearanceScale,
  colorAt,
  colorValues,
  contactMm,
  contactScale,
  curvatureScale,
  deviationScale,
  gradientOf,
  placeOf,
  thicknessScale,
  undercutScale,
} from './map-colors.ts'
export { areaBelow, type MapFigures, type Spot, valueBelowArea } from './map-figures.ts'
export type { DistanceMap, Probe } from './map-requests.ts'
export { createMeasureClient, type MeasureClient } from './measure-client.ts'
export { MeasureError, type MeasureReason } from './measure-error.ts'
export type { MeasuredGeometry } from './mesh-store.ts'
export type { Gap, PickedPoint, Thickness } from './points.ts'
export type { InputOf, OutputOf, RequestHandler, RequestName, Requests } from './requests.ts'

export { aroundPoint, chain, fitPoints, invert, rotationOf } from './rigid-fit.ts'
export { type CutPlane, type Outline, type PlaneAxes, planeAxes, toPlane } from './section.ts'
export type { SnapKind } from './snap.ts'
export type { Vec } from './vectors.ts'
export * as vectors from './vectors.ts'
