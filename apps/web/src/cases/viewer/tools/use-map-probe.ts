import type { MeasureClient, Probe } from '@pontic/viewer/measure'
import { useEffect, useRef, useState } from 'react'
import type { ToolProps } from './tool-props.ts'
import { type InputPixel, usePointInput } from './use-point-input.ts'

/** A value of a map and the pixel of the canvas where it is. */
export type ProbedValue = { readonly value: number; readonly x: number; readonly y: number }

type ProbeOptions = {
  readonly client: MeasureClient
  /** The values of each coloured scan. */
  readonly valuesOf: (scanId: string) => Float32Array | undefined
  /** A click or tap on a scan. Without it, a tap shows the value there. */
  readonly onPoint?: ((probe: Probe) => void) | undefined
  readonly onCancel?: (() => boolean) | undefined
}

/** Reads the value of a map under the pointer, under the crosshair of the keyboard, or where the user has tapped. */
export function useMapProbe(
  { scene, canvas, stage }: Pick<ToolProps, 'scene' | 'canvas' | 'stage'>,
  options: ProbeOptions,
): ProbedValue | undefined {
  const [probed, setProbed] = useState<ProbedValue>()
  const latest = useRef(options)
  latest.current = options
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const probe = ({ x, y }: InputPixel, signal?: AbortSignal): Promise<Probe | undefined> =>
    latest.current.client.call('probe', { rays: scene.pickRay(x, y) }, signal).catch(() => undefined)
  const show = async (pixel: InputPixel) => {
    running.current?.abort()
    const ending = new AbortController()
    running.current = ending
    const found = await probe(pixel, ending.signal)
    const values = found && latest.current.valuesOf(found.scanId)
    const value = found && values && interpolate(values, found)
    setProbed(value === undefined ? undefined : { value, x: pixel.x, y: pixel.y })
  }
  // The pointer may move before the reply, which ends `show` but no click.
  const point = async (pixel: InputPixel) => {
    const found = await probe(pixel)
    if (found) latest.current.onPoint?.(found)
  }
  usePointInput(
    { scene, canvas, stage },
    {
      onMove: (pixel) => {
        if (pixel) return void show(pixel)
        running.current?.abort()
        setProbed(undefined)
      },
      onPoint: (pixel) => {
        void show(pixel)
        if (latest.current.onPoint) void point(pixel)
      },
      onCancel: () => latest.current.onCancel?.() ?? false,
    },
  )
  return probed
}

/** Returns the value at a point of a triangle: that of its corners by their shares, or of the nearest corner beside gaps. */
function interpolate(values: Float32Array, { vertices, shares }: Probe): number | undefined {
  const corners = vertices.map((vertex) => values[vertex])
  if (corners.includes(undefined)) return undefined
  const sum = corners.reduce<number>((all, value, at) => all + value! * shares[at]!, 0)
  return Number.isFinite(sum) ? sum : corners[shares.indexOf(Math.max(...shares))]
}
