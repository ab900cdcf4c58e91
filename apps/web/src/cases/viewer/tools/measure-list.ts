import type { PickedPoint } from '@pontic/viewer/measure'
import { createStore, type Store } from '../../../frame/store.ts'
import { type Measure, type MeasureKind, type MeasureResult, type NoResult, pointCounts } from './measures.ts'

type Content = { readonly measures: readonly Measure[]; readonly draft: readonly PickedPoint[] }

/** The finished measurements of a viewer, and the points of the measurement that is not finished yet. */
export type MeasureState = Content & {
  readonly kind: MeasureKind
  readonly selected: number | undefined
  /** Results by the ids of their measurements. */
  readonly results: ReadonlyMap<number, MeasureResult | NoResult>
  readonly canUndo: boolean
  readonly canRedo: boolean
}

const stepsMax = 100

/** Changes the measurements, with undo and redo. */
export class MeasureList {
  readonly store: Store<MeasureState>
  private readonly past: Content[] = []
  private readonly future: Content[] = []
  private lastId = 0
  private readonly restored = new Set<number>()

  constructor() {
    this.store = createStore<MeasureState>({
      ...{ measures: [], draft: [], kind: 'distance', selected: undefined, results: new Map() },
      ...{ canUndo: false, canRedo: false },
    })
  }

  get state(): MeasureState {
    return this.store.get()
  }

  /**
   * Replaces all measurements by those of a link to a view. They stay while their scans are loaded, although they have no result
   * yet.
   */
  restore(measures: readonly Omit<Measure, 'id' | 'name'>[]): void {
    const next = measures.map((measure) => {
      this.lastId += 1
      this.restored.add(this.lastId)
      return { ...measure, id: this.lastId, name: '' }
    })
    this.commit({ measures: next, draft: [] })
    this.update({ selected: undefined })
  }

  /** Whether a measurement came from a link to a view. */
  isRestored(id: number): boolean {
    return this.restored.has(id)
  }

  /** Selects what the next points measure. Points of an unfinished measurement are dropped. */
  setKind(kind: MeasureKind): void {
    this.update({ kind, draft: [] })
  }

  select(id: number | undefined): void {
    this.update({ selected: id })
  }

  /** Adds a point of an unfinished measurement. @returns the measurement if it is complete now */
  addPoint(point: PickedPoint, reachMm: number): Measure | undefined {
    const { kind, draft } = this.state
    const points = [...draft, point]
    if (kind === 'path' || points.length < pointCounts[kind]) {
      this.commit({ draft: points })
      return undefined
    }
    return this.addMeasure(points, reachMm)
  }

  /** Ends a path. @returns the measurement; undefined if the path has fewer than two points */
  finishPath(): Measure | undefined {
    const { kind, draft } = this.state
    if (kind !== 'path') return undefined
    // A double click sets its place twice.
    const points = draft.filter((point, at) => String(point.point) !== String(draft[at - 1]?.point))
    return points.length < pointCounts.path ? undefined : this.addMeasure(points, 0)
  }

  private addMeasure(points: readonly PickedPoint[], reachMm: number): Measure {
    const { kind, measures } = this.state
    this.lastId += 1
    const measure = { id: this.lastId, kind, name: '', points, reachMm }
    this.commit({ measures: [...measures, measure], draft: [] })
    this.update({ selected: measure.id })
    return measure
  }

  /** Removes the last point of an unfinished measurement, or else the selected measurement. @returns whether there was one */
  removeLast(): boolean {
    const { draft, selected, measures } = this.state
    if (draft.length > 0) this.commit({ draft: draft.slice(0, -1) })
    else if (measures.some(({ id }) => id === selected)) this.remove(selected!)
    else return false
    return true
  }

  /** Drops an unfinished measurement, or else the selection. @returns whether there was one */
  cancel(): boolean {
    const { draft, selected } = this.state
    if (draft.length === 0 && selected === undefined) return false
    if (draft.length > 0) this.commit({ draft: [] })
    else this.select(undefined)
    return true
  }

  remove(id: number): void {
    this.commit({ measures: this.state.measures.filter((one) => one.id !== id) })
    this.update({ selected: undefined })
  }

  /** Drops a measurement without a step to undo, because it has no result. */
  drop(id: number): void {
    this.past.pop()
    this.update({ measures: this.state.measures.filter((one) => one.id !== id), selected: undefined })
  }

  /** Names a measurement. Names can't be undone letter by letter. */
  rename(id: number, name: string): void {
    this.update({ measures: this.state.measures.map((one) => (one.id === id ? { ...one, name } : one)) })
  }

  /**
   * Begins to drag a point of a measurement. One step undoes the whole drag.
   * @returns moves the point. Does nothing once the drag is undone: the place of a pointer on the surface is found after it has moved.
   */
  beginDrag(id: number, index: number): (point: PickedPoint) => void {
    this.commit({})
    const before = this.past.at(-1)!
    return (point) => {
      if (!this.past.includes(before)) return
      const move = (points: readonly PickedPoint[]) => points.map((old, at) => (at === index ? point : old))
      this.update({
        measures: this.state.measures.map((one) =>
          one.id === id ? { ...one, points: move(one.points) } : one,
        ),
      })
    }
  }

  /** Replaces all points, after a finer level has been loaded. Steps to undo keep their points. */
  replacePoints(points: readonly PickedPoint[]): void {
    let next = 0
    const replace = (old: readonly PickedPoint[]) => old.map((point) => points[next++] ?? point)
    const measures = this.state.measures.map((one) => ({ ...one, points: replace(one.points) }))
    this.update({ measures, draft: replace(this.state.draft) })
  }

  /** Changes all points, also those of steps to undo and redo, after a scan was moved. */
  mapPoints(map: (point: PickedPoint) => PickedPoint): void {
    const mapContent = <One extends Content>(content: One): One => ({
      ...content,
      measures: content.measures.map((one) => ({ ...one, points: one.points.map(map) })),
      draft: content.draft.map(map),
    })
    for (const steps of [this.past, this.future])
      for (const [at, content] of steps.entries()) steps[at] = mapContent(content)
    this.update(mapContent(this.state))
  }

  setResult(id: number, result: MeasureResult | NoResult): void {
    this.update({ results: new Map(this.state.results).set(id, result) })
  }

  undo(): boolean {
    return this.step(this.past, this.future)
  }

  redo(): boolean {
    return this.step(this.future, this.past)
  }

  private step(from: Content[], to: Content[]): boolean {
    const content = from.pop()
    if (!content) return false
    const { measures, draft } = this.state
    to.push({ measures, draft })
    this.update({ ...content, selected: undefined })
    return true
  }

  private commit(change: Partial<Content>): void {
    const { measures, draft } = this.state
    this.past.push({ measures, draft })
    if (this.past.length > stepsMax) this.past.shift()
    this.future.length = 0
    this.update(change)
  }

  private update(change: Partial<MeasureState>): void {
    this.store.set({
      ...this.state,
      ...change,
      canUndo: this.past.length > 0,
      canRedo: this.future.length > 0,
    })
  }
}
