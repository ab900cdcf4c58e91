export {
  type ScanInput,
  type ScanScene,
  type ScanSceneOptions,
  SceneError,
  type SceneReason,
  type SceneScan,
  type SceneState,
  type SceneTheme,
  type SceneView,
  sceneViews,
} from './api.ts'
export { createScanScene } from './create-scan-scene.ts'
