import { Box3, Quaternion, Ray, Sphere, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { CameraRig } from './camera-rig.ts'
import { Navigation, type Place, type SurfaceFinder } from './navigation.ts'
import { type SceneView, sceneViews } from './view-code.ts'

/** A body of the size of a jaw: a sphere with a radius of 30 mm, off the origin. */
const ball = new Sphere(new Vector3(4, -6, 10), 30)
const box = new Box3().setFromCenterAndSize(ball.center, new Vector3(60, 60, 60))

/** Creates a camera with the ball in front of it, in a picture of 1200 × 800 pixels. */
function look(view: SceneView = 'front', hasMotion = false) {
  const rig = new CameraRig(hasMotion, () => {})
  let picks = 0
  const find = ({ x, y }: Place) => {
    picks += 1
    const direction = rig.pointAt(x, y, 1).sub(rig.camera.position).normalize()
    return new Ray(rig.camera.position.clone(), direction).intersectSphere(ball, new Vector3()) ?? undefined
  }
  const surface: SurfaceFinder = {
    find,
    list: () =>
      [-0.9, -0.5, 0, 0.5, 0.9].flatMap((x) =>
        [-0.9, 0, 0.9].flatMap((y) => {
          const point = find({ x, y })
          return point ? [{ x, y, point }] : []
        }),
      ),
  }
  rig.reshape(1200, 800, box)
  rig.showView(view, box)
  rig.clipTo(box)
  const placeOf = (point: Vector3) => {
    rig.clipTo(box)
    const { x, y } = point.clone().project(rig.camera)
    return { x, y }
  }
  const navigation = new Navigation(rig, surface, () => box)
  return { rig, navigation, find, placeOf, picksOf: () => picks }
}

const clearance = (rig: CameraRig) => rig.camera.position.distanceTo(ball.center) - ball.radius

function expectPlace(actual: Place, expected: Place) {
  expect(actual.x).toBeCloseTo(expected.x, 6)
  expect(actual.y).toBeCloseTo(expected.y, 6)
}

describe('Zooming by the wheel', () => {
  it.each<Place>([
    { x: 0, y: 0 },
    { x: 0.2, y: -0.3 },
    { x: -0.35, y: 0.5 },
  ])('keeps the point under the pointer in its place and never passes the surface (%j)', (place) => {
    const { rig, navigation, find, placeOf } = look()
    const point = find(place)!
    for (let step = 0; step < 30; step += 1) {
      navigation.zoom(0.887, place)
      expectPlace(placeOf(point), place)
      expect(clearance(rig)).toBeGreaterThan(2)
    }
    for (let step = 0; step < 200; step += 1) navigation.zoom(0.887, place)
    expect(clearance(rig)).toBeGreaterThan(2)
    expect(find(place)!.distanceTo(point)).toBeLessThan(1e-6)
    expect(rig.mmPerPixel() * 800).toBeLessThan(2)
  })

  it('passes no visible surface if there is none under the pointer', () => {
    const { rig, navigation, find } = look()
    const place = { x: 0.95, y: 0.95 }
    expect(find(place)).toBeUndefined()
    for (let step = 0; step < 60; step += 1) navigation.zoom(0.887, place)
    const front = ball.center.z + ball.radius
    expect(rig.camera.position.z).toBeGreaterThan(front + 2)
  })

  it('keeps the model in the picture while zooming out', () => {
    const { rig, navigation, placeOf } = look()
    for (let step = 0; step < 100; step += 1) navigation.zoom(1.3, { x: 0.1, y: 0.2 })
    const { x, y } = placeOf(ball.center)
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(0.5)
    expect(30 / rig.mmPerPixel(rig.depthOf(ball.center))).toBeGreaterThan(50)
  })

  it('looks for the surface once while the pointer rests, and again after another movement', () => {
    const { navigation, picksOf } = look()
    for (let step = 0; step < 10; step += 1) navigation.zoom(0.9, { x: 0.1, y: 0 })
    expect(picksOf()).toBe(1)
    navigation.panBy(30, 0)
    navigation.zoom(0.9, { x: 0.1, y: 0 })
    expect(picksOf()).toBe(2)
  })
})

describe('Rotating by a drag', () => {
  it('keeps the grabbed point of the surface in its place in every direction', () => {
    const { navigation, find, placeOf } = look()
    navigation.zoom(0.4, { x: 0.3, y: 0.1 })
    const place = { x: -0.4, y: 0.3 }
    const point = find(place)!
    navigation.grabPivot(place)
    for (let step = 0; step < 40; step += 1) {
      navigation.turnGrabbed(0.11, -0.23, 0.05)
      expectPlace(placeOf(point), place)
    }
  })

  it('keeps scans that are completely in the picture in its middle, wherever they are grabbed', () => {
    const { navigation, placeOf } = look()
    navigation.grabPivot({ x: -0.4, y: 0.3 })
    for (let step = 0; step < 40; step += 1) {
      navigation.turnGrabbed(0.11, -0.23, 0.05)
      expectPlace(placeOf(ball.center), { x: 0, y: 0 })
    }
  })

  it('continues over the poles, and returns after a full turn', () => {
    const { rig, navigation } = look()
    const start = rig.camera.position.clone()
    navigation.grabPivot({ x: 0.99, y: 0.99 })
    const heights: number[] = []
    for (let step = 0; step < 36; step += 1) {
      navigation.turnGrabbed(0, Math.PI / 18)
      heights.push(rig.camera.position.y - ball.center.y)
    }
    const radius = start.distanceTo(ball.center)
    expect(Math.max(...heights)).toBeCloseTo(radius, 6)
    expect(Math.min(...heights)).toBeCloseTo(-radius, 6)
    expect(rig.camera.position.distanceTo(start)).toBeLessThan(1e-6)
    expect(rig.isLookingAlong('front')).toBe(true)
  })

  it('moves the camera to the right and upwards by positive angles', () => {
    const { rig, navigation } = look()
    navigation.orbitBy(90, 0)
    expect(rig.isLookingAlong('left')).toBe(true)
    navigation.orbitBy(-90, 0)
    navigation.orbitBy(0, 90)
    expect(rig.isLookingAlong('occlusal-lower')).toBe(true)
    navigation.orbitBy(0, -180)
    expect(rig.isLookingAlong('occlusal-upper')).toBe(true)
  })

  it('rotates around the point of a double click, which moves to the middle at the same scale', () => {
    const { rig, navigation, find, placeOf } = look()
    const point = find({ x: 0.3, y: 0.4 })!
    const scale = rig.mmPerPixel(rig.depthOf(point))
    expect(navigation.choosePivot({ x: 0.3, y: 0.4 })).toBe(true)
    expectPlace(placeOf(point), { x: 0, y: 0 })
    expect(rig.mmPerPixel(rig.depthOf(point))).toBeCloseTo(scale, 9)
    navigation.orbitBy(40, -70)
    expectPlace(placeOf(point), { x: 0, y: 0 })
    expect(navigation.choosePivot({ x: 0.99, y: 0.99 })).toBe(false)
  })

  it('continues after the pointer has let go, slows down, and ends at once under reduced motion', () => {
    const { rig, navigation } = look('front', true)
    rig.stop()
    navigation.grabPivot({ x: 0, y: 0 })
    navigation.turnGrabbed(0.1, 0)
    const before = rig.camera.quaternion.clone()
    navigation.spinGrabbed(0.002, 0)
    let nowMs = performance.now()
    const steps: number[] = []
    for (let last = before.clone(), more = true; more; last = rig.camera.quaternion.clone()) {
      nowMs += 16
      more = rig.advance(nowMs)
      steps.push(rig.camera.quaternion.angleTo(last))
    }
    expect(before.angleTo(rig.camera.quaternion)).toBeGreaterThan(0.1)
    expect(steps.at(-1)).toBeLessThan(steps[1]! / 20)

    const still = look('front', false)
    still.navigation.grabPivot({ x: 0, y: 0 })
    still.navigation.spinGrabbed(0.002, 0)
    expect(still.rig.advance(performance.now() + 16)).toBe(false)
    expect(still.rig.isLookingAlong('front')).toBe(true)
  })
})

describe('Panning by a drag', () => {
  it('lets the grabbed point follow the pointer', () => {
    const { navigation, find, placeOf } = look()
    const place = { x: 0.2, y: -0.1 }
    const point = find(place)!
    navigation.grabAnchor(place)
    navigation.panGrabbed(120, 80)
    expectPlace(placeOf(point), { x: place.x + (120 / 1200) * 2, y: place.y + (80 / 800) * 2 })
  })
})

describe('A continuous movement', () => {
  it('follows its rates until it ends, and a slow frame causes no jump', () => {
    const { rig, navigation } = look()
    const rates = { right: 0.001, up: 0, roll: 0, shiftRight: 0, shiftUp: 0, zoom: 0 }
    navigation.drive(rates)
    let nowMs = performance.now() + 20
    rig.advance(nowMs)
    const before = rig.camera.quaternion.clone()
    for (let frame = 0; frame < 10; frame += 1) {
      nowMs += 20
      expect(rig.advance(nowMs)).toBe(true)
    }
    expect(before.angleTo(rig.camera.quaternion)).toBeCloseTo(0.2, 6)
    navigation.drive({ ...rates, right: 0, zoom: -0.002 })
    const distance = rig.depthOf(ball.center)
    rig.advance(nowMs + 5_000)
    expect(rig.depthOf(ball.center)).toBeGreaterThan(distance * 0.8)
    navigation.drive(undefined)
    expect(rig.advance(nowMs + 5_016)).toBe(false)
  })
})

describe('A standard view', () => {
  it.each(sceneViews)(
    '%s is upright, frames the model, and counts as moved only after a movement',
    (view) => {
      const { rig, navigation, placeOf } = look(view)
      expect(rig.hasMoved).toBe(false)
      expect(sceneViews.filter((one) => rig.isLookingAlong(one))).toEqual([view])
      expectPlace(placeOf(ball.center), { x: 0, y: 0 })
      navigation.zoom(0.7, { x: 0.1, y: 0.1 })
      expect(rig.hasMoved).toBe(true)
      expect(rig.isLookingAlong(view)).toBe(true)
      rig.fit(box, false)
      expect(rig.hasMoved).toBe(false)
    },
  )

  it('is not recognized once the camera has rolled', () => {
    const { rig, navigation } = look()
    navigation.orbitBy(0, 0, 20)
    expect(rig.isLookingAlong('front')).toBe(false)
    expect(rig.camera.getWorldDirection(new Vector3()).z).toBeCloseTo(-1, 6)
  })

  it('animates on the shortest way and at an even scale', () => {
    const { rig } = look('front', true)
    rig.stop()
    rig.placePose({ ...rig.readPose(), distance: 100 }, box)
    rig.showView('left', box)
    const target = rig.readPose()
    const from = new Quaternion(0, 0, 0, 1)
    rig.advance(performance.now() + 90)
    const angle = rig.camera.quaternion.angleTo(from)
    expect(angle).toBeGreaterThan(0.1)
    expect(angle).toBeLessThan(Math.PI / 2 + 1e-6)
    rig.advance(performance.now() + 1_000)
    expect(rig.camera.quaternion.angleTo(new Quaternion(...target.turn))).toBeLessThan(1e-6)
  })
})
