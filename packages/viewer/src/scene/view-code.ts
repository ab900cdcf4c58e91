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
 * A pose of the camera.
 * - `target`: the point in the middle of the picture, in millimetres of the scene.
 * - `turn`: the rotation of the camera as a unit quaternion (x, y, z, w). Without rotation, the camera looks along -z.
 * - `distance`: from the camera to the target in millimetres.
 * - `aspect`: width of the picture divided by its height, for pictures with another aspect ratio (`distanceForAspect`).
 */
export type EyePose = {
  target: readonly [number, number, number]
  turn: readonly [number, number, number, number]
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
/** The number of lengths in the code of a pose: distance, target and aspect. */
const lengthCount = 5

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
  const { target, turn, distance, aspect } = eye
  const lengths = [distance, ...target, aspect].map((length) => length.toFixed(2))
  return [...turn.map((part) => part.toFixed(5)), ...lengths].join('_')
}

function decodeEye(code: string): ViewState['eye'] | undefined {
  const view = sceneViews.find((one) => one === code)
  if (view) return view
  const numbers = code.split('_').map(readNumber)
  const turnLength = numbers.length - lengthCount
  if (numbers.includes(undefined)) return undefined
  const turn = readTurn(numbers.slice(0, turnLength) as number[])
  const [distance = 0, x = 0, y = 0, z = 0, aspect = 0] = numbers.slice(turnLength) as number[]
  const isFar = [distance, x, y, z].some((length) => Math.abs(length) > farthestMm)
  if (!turn || isFar || distance <= 0) return undefined
  if (aspect < 1 / widestAspect || aspect > widestAspect) return undefined
  return { target: [x, y, z], turn, distance, aspect }
}

/** Reads the rotation of a pose: a quaternion, or the azimuth and polar angle of codes that earlier releases wrote. */
function readTurn(parts: readonly number[]): EyePose['turn'] | undefined {
  const [x = 0, y = 0, z = 0, w = 0] = parts
  if (parts.length === 2) return isDirection(x, y) ? turnOf(x, y) : undefined
  const length = Math.hypot(x, y, z, w)
  // The code has five decimals of each part.
  if (parts.length !== 4 || Math.abs(length - 1) > 0.001) return undefined
  return [x / length, y / length, z / length, w / length]
}

const isDirection = (azimuth: number, polar: number) =>
  Math.abs(azimuth) <= 4 && polar >= 0 && polar <= Math.PI

/**
 * Returns the rotation of an upright camera.
 * @param azimuth angle in radians from the front to the patient's left
 * @param polar angle in radians from above
 */
export function turnOf(azimuth: number, polar: number): EyePose['turn'] {
  const [yaw, pitch] = [azimuth / 2, (polar - Math.PI / 2) / 2]
  return [
    Math.cos(yaw) * Math.sin(pitch),
    Math.sin(yaw) * Math.cos(pitch),
    -Math.sin(yaw) * Math.sin(pitch),
    Math.cos(yaw) * Math.cos(pitch),
  ]
}

function decodeLook(code: string): LayerLook | undefined {
  const found = /^([A-Za-z0-9]{1,8})_([01])_(\d{1,3})_([01])$/.exec(code)
  if (!found) return undefined
  const [, id = '', visible, percent, own] = found
  return { id, visible: visible === '1', opacity: Math.min(1, Number(percent) / 100), ownColors: own === '1' }
}

const readNumber = (text: string): number | undefined =>
  /^-?\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined
