export {
  type ScanInput,
  type ScanScene,
  type ScanSceneOptions,
  SceneError,
  type ScenePicture,
  type SceneReason,
  type SceneScan,
  type SceneState,
  type SceneTheme,
} from './api.ts'
export { type BindingName, bindingNames } from './bindings.ts'
export type { Drift } from './camera-rig.ts'
export { createScanScene } from './create-scan-scene.ts'
export { type DrawnScan, packScan } from './drawn-scan.ts'
export { prepareScene } from './graphics.ts'
export { ghostOpacity } from './scan-layer.ts'
export { type SceneMode, sceneModes } from './scan-material.ts'
export type {
  Overlay,
  PickRay,
  PicturePainter,
  Pixel,
  Plane,
  PlaneSide,
  Point,
  ScanGeometry,
  SceneCamera,
  SceneTools,
  Split,
  ViewAxes,
} from './tool-api.ts'
export {
  decodeView,
  encodeView,
  type LayerLook,
  layerKeyOf,
  type SceneView,
  sceneViews,
  type ViewState,
} from './view-code.ts'
