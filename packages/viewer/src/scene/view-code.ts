import { type SceneMode, sceneModes } from './scan-material.ts'

/** All standard views in the order of the keys 1 to 6. */
export const sceneViews: readonly SceneView[] = [
  'front',
  'right',
  'left',
  'occlusal-upper',
  'occlusal-lower',
  'back',
]

/** The standard views. Sides are the patient's: `left` shows the patient's left side. */
export type SceneView = 'front' | 'back' | 'left' | 'right' | 'occlusal-upper' | 'occlusal-lower'

/**
 * A pose of the camera: its target and distance in millimetres of the scene, and its direction in radians. `aspect` is the
 * width of the picture divided by its height, for pictures with another aspect ratio (`distanceForAspect`).
 */
export type EyePose = {
  target: readonly [number, number, number]
  azimuth: number
  polar: number
  distance: number
  aspect: number
}

/** The look of a scan. `id` is the id of the scan; `decodeView` returns only its last letters and digits (`layerKeyOf`). */
export type LayerLook = { id: string; visible: boolean; opacity: number; ownColors: boolean }

/** A view of a scene, which a link can contain. */
export type ViewState = {
  /** A pose, or a standard view, which frames the scans when it is applied. */
  eye: SceneView | EyePose
  mode: SceneMode
  /** Whether arches are separated; undefined if the scene decides. */
  isApart: boolean | undefined
  layers: readonly LayerLook[]
}

const format = '1'
const keyLength = 8
const layersMax = 60
const farthestMm = 10_000
const widestAspect = 20

/** Returns the last letters and digits of an id, which represent the id in a code. */
export const layerKeyOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, '').slice(-keyLength)

/** Encodes a view as text for a URL. The text contains only letters, digits and `_ . * ! -`. */
export function encodeView({ eye, mode, isApart, layers }: ViewState): string {
  const looks = layers
    .slice(0, layersMax)
    .map(({ id, visible, opacity, ownColors }) =>
      [layerKeyOf(id), visible ? 1 : 0, Math.round(opacity * 100), ownColors ? 1 : 0].join('_'),
    )
  const apart = isApart === undefined ? '-' : isApart ? '1' : '0'
  return [format, encodeEye(eye), mode, apart, looks.join('*')].join('!')
}

/** Decodes a text of `encodeView`. @returns undefined for any other text */
export function decodeView(code: string): ViewState | undefined {
  const [version, eyeCode = '', mode, apart = '', looks = '', ...more] = code.split('!')
  if (version !== format || more.length > 0) return undefined
  const eye = decodeEye(eyeCode)
  const known = sceneModes.find((one) => one === mode)
  const layers = looks === '' ? [] : looks.split('*').map(decodeLook)
  if (!eye || !known || !['-', '0', '1'].includes(apart) || layers.length > layersMax) return undefined
  if (layers.includes(undefined)) return undefined
  return {
    eye,
    mode: known,
    isApart: apart === '-' ? undefined : apart === '1',
    layers: layers as LayerLook[],
  }
}

function encodeEye(eye: ViewState['eye']): string {
  if (typeof eye === 'string') return eye
  const { target, azimuth, polar, distance, aspect } = eye
  const angles = [azimuth, polar].map((angle) => angle.toFixed(4))
  const lengths = [distance, ...target, aspect].map((length) => length.toFixed(2))
  return [...angles, ...lengths].join('_')
}

function decodeEye(code: string): ViewState['eye'] | undefined {
  const view = sceneViews.find((one) => one === code)
  if (view) return view
  const numbers = code.split('_').map(readNumber)
  if (numbers.length !== 7 || numbers.includes(undefined)) return undefined
  const [azimuth = 0, polar = 0, distance = 0, x = 0, y = 0, z = 0, aspect = 0] = numbers
  const isFar = [distance, x, y, z].some((length) => Math.abs(length) > farthestMm)
  if (isFar || distance <= 0 || polar < 0 || polar > Math.PI || Math.abs(azimuth) > 4) return undefined
  if (aspect < 1 / widestAspect || aspect > widestAspect) return undefined
  return { target: [x, y, z], azimuth, polar, distance, aspect }
}

function decodeLook(code: string): LayerLook | undefined {
  const found = /^([A-Za-z0-9]{1,8})_([01])_(\d{1,3})_([01])$/.exec(code)
  if (!found) return undefined
  const [, id = '', visible, percent, own] = found
  return { id, visible: visible === '1', opacity: Math.min(1, Number(percent) / 100), ownColors: own === '1' }
}

const readNumber = (text: string): number | undefined =>
  /^-?\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined
