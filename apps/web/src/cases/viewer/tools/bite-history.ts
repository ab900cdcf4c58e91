import { chain, invert, type Movement, noMovement, type PickedPoint } from '@pontic/viewer/measure'
import type { ScanScene } from '@pontic/viewer/scene'
import { createStore } from '../../../frame/store.ts'
import { MeasureList } from './measure-list.ts'
import type { ToolSession } from './tool-session.ts'

type Step = { readonly id: string; readonly before: Movement | undefined }

/** Changes the bite that is aligned in a scene, with undo. It ends with the scene and is never stored. */
export class BiteHistory {
  readonly store = createStore<readonly Step[]>([])
  readonly scene: ScanScene
  private readonly bites = new Map<string, Movement>()
  private readonly session: ToolSession

  constructor(scene: ScanScene, session: ToolSession) {
    this.scene = scene
    this.session = session
  }

  /** Moves a scan further. */
  move(id: string, movement: Movement): void {
    this.set(id, chain(this.scene.getBite(id) ?? noMovement, movement))
  }

  /** Moves a scan back to the place of its file. */
  reset(id: string): void {
    if (this.scene.getBite(id)) this.set(id, undefined)
  }

  /** @returns whether there was a step to undo */
  undo(): boolean {
    const step = this.store.get().at(-1)
    if (!step) return false
    this.store.set(this.store.get().slice(0, -1))
    this.apply(step.id, step.before)
    return true
  }

  /** Moves all scans back to the places of their files, without a step to undo. Measurements stay where they are. */
  clear(): void {
    for (const id of this.bites.keys()) this.scene.setBite(id, undefined)
    this.bites.clear()
    this.store.set([])
  }

  /** Aligns the bite in a scene that replaces the one of this history, in which the measurements were moved already. */
  moveTo(scene: ScanScene): BiteHistory {
    const next = new BiteHistory(scene, this.session)
    for (const [id, movement] of this.bites) {
      scene.setBite(id, movement)
      next.bites.set(id, movement)
    }
    return next
  }

  private set(id: string, movement: Movement | undefined): void {
    this.store.set([...this.store.get(), { id, before: this.scene.getBite(id) }])
    this.apply(id, movement)
  }

  private apply(id: string, movement: Movement | undefined): void {
    const change = chain(invert(this.scene.getBite(id) ?? noMovement), movement ?? noMovement)
    this.scene.setBite(id, movement)
    if (movement) this.bites.set(id, movement)
    else this.bites.delete(id)
    this.moveMeasures(id, change)
  }

  /** Moves the points of measurements with their scan. */
  private moveMeasures(id: string, change: Movement): void {
    const list = this.session.get('measures', () => new MeasureList())
    list.mapPoints((point) => movePicked(point, id, change))
  }
}

/** Returns the history of the scene. A scene that was created again, after a lost graphics context, gets the same bite. */
export function biteHistoryOf(scene: ScanScene, session: ToolSession): BiteHistory {
  const known = session.get('bite', () => new BiteHistory(scene, session))
  if (known.scene === scene) return known
  const fresh = known.moveTo(scene)
  session.set('bite', fresh)
  return fresh
}

function movePicked(point: PickedPoint, id: string, movement: Movement): PickedPoint {
  if (point.scanId !== id) return point
  const at = (row: number, [x, y, z]: PickedPoint['point'], isPlace: boolean) =>
    movement[row]! * x + movement[row + 1]! * y + movement[row + 2]! * z + (isPlace ? movement[row + 3]! : 0)
  const moved = (vector: PickedPoint['point'], isPlace: boolean) =>
    [at(0, vector, isPlace), at(4, vector, isPlace), at(8, vector, isPlace)] as const
  return { ...point, point: moved(point.point, true), normal: moved(point.normal, false) }
}
