import { closeBite } from './bite.ts'
import { findCircle } from './circle-request.ts'
import {
  requestAlignment,
  requestCurvature,
  requestDistances,
  requestProbe,
  requestUndercuts,
  requestWalls,
} from './map-requests.ts'
import type { MeshStore } from './mesh-store.ts'
import { measureGap, measureThickness, pickPoint, projectPoints } from './points.ts'
import { cutMeshes } from './section.ts'
import type { Turn } from './turn.ts'

/**
 * The handler of a request. Input and output are cloned between page and worker. Arrays of an output are transferred, so they
 * must not be part of the store.
 */
export type RequestHandler<Input, Output> = (
  store: MeshStore,
  input: Input,
  turn: Turn,
) => Output | Promise<Output>

/** All requests of the worker. Each tool adds the handlers of its own file here. */
export const requests = {
  pick: pickPoint,
  project: projectPoints,
  thickness: measureThickness,
  gap: measureGap,
  circle: findCircle,
  section: cutMeshes,
  distances: requestDistances,
  align: requestAlignment,
  closeBite,
  undercuts: requestUndercuts,
  curvature: requestCurvature,
  walls: requestWalls,
  probe: requestProbe,
} as const

export type Requests = typeof requests
export type RequestName = keyof Requests
export type InputOf<Name extends RequestName> = Parameters<Requests[Name]>[1]
export type OutputOf<Name extends RequestName> = Awaited<ReturnType<Requests[Name]>>
