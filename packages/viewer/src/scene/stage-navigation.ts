import type { Box3 } from 'three'
import { isShown } from './arrangement.ts'
import type { CameraRig } from './camera-rig.ts'
import { depthGrid } from './covered-points.ts'
import { Navigation, type Place } from './navigation.ts'
import type { PictureDrawing } from './picture-drawing.ts'
import type { ScanLayer } from './scan-layer.ts'
import type { StageTools } from './stage-tools.ts'
import { SurfaceProbe } from './surface-probe.ts'

/** The parts of the stage that the user navigates in. */
type NavigatedStage = {
  readonly rig: CameraRig
  readonly drawing: PictureDrawing
  readonly tools: StageTools
  readonly listLayers: () => ScanLayer[]
  /** Returns the box of the drawn layers. */
  readonly visibleBox: () => Box3
}

/** Creates the navigation of a stage, which finds the surface in depth pictures. @returns it, and a function that frees them */
export function createStageNavigation(stage: NavigatedStage): [Navigation, dispose: () => void] {
  const { rig, drawing } = stage
  const probe = new SurfaceProbe(drawing.renderer)
  const listShown = (isRight = false) => {
    // The clipping planes follow the camera only when a frame is drawn.
    rig.clipTo(stage.visibleBox())
    if (drawing.isContextLost) return []
    const hidden = stage.tools.hiddenIn(isRight)
    return stage.listLayers().filter((layer) => isShown(layer) && layer.id !== hidden)
  }
  const surface = {
    find: ({ x, y, isRight }: Place) => probe.find(listShown(isRight), rig.camera, x, y),
    list: () => probe.list(listShown(), rig.camera),
  }
  stage.tools.setSurface(() => probe.list(listShown(), rig.camera, depthGrid))
  return [new Navigation(rig, surface, stage.visibleBox), () => probe.dispose()]
}
