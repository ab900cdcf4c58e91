import type { ScanScene } from '@pontic/viewer/scene'
import type { Hid, HidDevice } from '@pontic/viewer/space-mouse'
import { useEffect, useState } from 'react'

/** The SpaceMouse of a viewer. `connect` asks the user for a device; undefined in a browser without WebHID. */
export type SpaceMouse = { isConnected: boolean; connect: (() => void) | undefined }

const { hid } = navigator as { hid?: Hid }
const loadDriver = () => import('@pontic/viewer/space-mouse')

/** Moves the camera by a SpaceMouse. A device that the user has allowed before is connected without asking. */
export function useSpaceMouse(scene: ScanScene | undefined): SpaceMouse {
  const [device, setDevice] = useState<HidDevice>()
  const [isConnected, setConnected] = useState(false)

  useEffect(() => {
    if (!hid) return
    let isOver = false
    const find = async () => {
      // Most people have no such device, so that the driver is only fetched for those who have one.
      const allowed = await hid.getDevices()
      if (allowed.length === 0) return
      const found = await (await loadDriver()).findSpaceMouse(hid)
      if (!isOver) setDevice(found)
    }
    const tryFind = () => void find().catch(() => undefined)
    tryFind()
    hid.addEventListener('connect', tryFind)
    const leave = (event: Event) =>
      setDevice((old) => (old === (event as Event & { device?: HidDevice }).device ? undefined : old))
    hid.addEventListener('disconnect', leave)
    return () => {
      isOver = true
      hid.removeEventListener('connect', tryFind)
      hid.removeEventListener('disconnect', leave)
    }
  }, [])

  useEffect(() => {
    if (!scene || !device) return
    const leaving = new AbortController()
    const open = async () => {
      const { openSpaceMouse } = await loadDriver()
      const handlers = { onMove: scene.drive, onFit: scene.fit }
      const close = await openSpaceMouse(device, handlers, () => document.hasFocus())
      if (leaving.signal.aborted) return close()
      leaving.signal.addEventListener('abort', close)
      setConnected(true)
    }
    // Another program may use the device exclusively.
    open().catch(() => setDevice(undefined))
    return () => {
      leaving.abort()
      setConnected(false)
    }
  }, [scene, device])

  const connect = async () => {
    if (hid) setDevice(await (await loadDriver()).requestSpaceMouse(hid))
  }
  return { isConnected, connect: hid && (() => void connect().catch(() => undefined)) }
}
