import { Button } from '@mantine/core'
import { limits, type Order, reviewAspects } from '@pontic/contract'
import { useEffect, useState } from 'react'
import { randomKey, useRead, useWrite } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { PinDrafts } from '../../conversation/pins/PinDrafts.tsx'
import {
  changeDrafts,
  type PinDesk,
  type PinDraft,
  type PinTarget,
  removeSent,
  toNewPins,
  useDraftPins,
  usePinDesk,
} from '../../conversation/pins/pin-desk.ts'
import { conversationRights } from '../../conversation/use-conversation.ts'
import { toFileAxes } from '../file-axes.ts'
import { PinPicture } from '../pictures/PinPicture.tsx'
import { PinRows } from './PinRows.tsx'
import css from './Tools.module.css'
import type { ToolProps } from './tool-props.ts'
import { type InputPixel, usePointInput } from './use-point-input.ts'

const isAspect = (target: PinTarget) => reviewAspects.some((aspect) => aspect === target)

/** Sets pins on the scans, sends them, and lists those of the case. */
export function PinTool(props: ToolProps) {
  const desk = usePinDesk()
  const session = useSession()
  const detail = useRead('orders.get', { params: { id: desk.orderId } })
  const order = detail.data?.order
  const { target } = desk.placing.useValue()
  // Pins that are set after the tool was closed belong to a message again.
  useEffect(() => () => desk.placing.set({ target: 'message', onReturn: undefined }), [desk])
  const mayWrite = order !== undefined && (isAspect(target) || conversationRights(order, session).mayWrite)
  return (
    <>
      {mayWrite && <NewPins {...props} order={order} target={target} />}
      <PinRows {...props} mayWrite={mayWrite} />
    </>
  )
}

type NewPinsProps = ToolProps & { order: Order; target: PinTarget }

/** The hint, the pins that are not sent yet, and the button that sends them or goes back to their form. */
function NewPins(props: NewPinsProps) {
  const t = useTexts('viewer.pins')
  const measure = useTexts('viewer.measure')
  const { scene, target, isNarrow } = props
  const drafts = useDraftPins(target)
  const problem = usePlacing(props, drafts.length)
  return (
    <>
      <p className="meta" role="status">
        {problem ?? t('hint')}
      </p>
      <PinDrafts target={target} partOf={(pin) => <PinPicture {...{ scene, target, pin }} />} />
      <SendPins {...props} drafts={drafts} />
      {drafts.length === 0 && !isNarrow && <p className="meta">{measure('keys')}</p>}
    </>
  )
}

/** Adds a pin where the user clicks or taps. @returns why there is no pin at the last click */
function usePlacing({ target, ...props }: NewPinsProps, count: number): string | undefined {
  const t = useTexts('viewer.pins')
  const measure = useTexts('viewer.measure')
  const desk = usePinDesk()
  const [problem, setProblem] = useState<string>()
  const { scene, meshes, nameOf } = props
  const max = isAspect(target) ? limits.reviewPinsMax : limits.messagePinsMax
  const place = async ({ x, y }: InputPixel) => {
    if (countOf(desk, target, count) >= max) return setProblem(t('max', { max }))
    const rays = scene.pickRay(x, y)
    const found =
      rays.length === 0
        ? undefined
        : await meshes.client.call('pick', { rays, snapTan: 0 }).catch(() => undefined)
    if (!found) return setProblem(measure('none.surface'))
    setProblem(undefined)
    const axes = toFileAxes(scene, found.scanId)
    const { position, target: middle, up, aspect } = axes.camera(scene.readCamera(found.scanId))
    const draft: PinDraft = {
      key: randomKey(),
      fileName: nameOf(found.scanId),
      fileId: found.scanId,
      point: rounded(axes.point(found.point), 4),
      normal: rounded(axes.direction(found.normal), 6),
      camera: {
        position: rounded(position, 4),
        target: rounded(middle, 4),
        up: rounded(up, 6),
        aspect: Math.round(aspect * 1000) / 1000,
      },
      note: '',
      imageId: null,
    }
    changeDrafts(desk, target, (list) => [...list, draft])
  }
  const removeLast = () => {
    if (count === 0) return false
    changeDrafts(desk, target, (list) => list.slice(0, -1))
    return true
  }
  usePointInput(props, { onPoint: (pixel) => void place(pixel), onRemove: removeLast })
  return problem
}

/** Counts the pins that are sent together: those of all aspects of a design review, or those of the message. */
function countOf(desk: PinDesk, target: PinTarget, count: number): number {
  if (!isAspect(target)) return count
  const drafts = desk.drafts.get()
  return reviewAspects.reduce((sum, aspect) => sum + (drafts[aspect]?.length ?? 0), 0)
}

const rounded = (numbers: readonly number[], decimals: number) =>
  numbers.map((one) => Math.round(one * 10 ** decimals) / 10 ** decimals)

/** Sends the pins as a message, or goes back to the form that sends them. */
function SendPins({ order, target, drafts, onClose }: NewPinsProps & { drafts: readonly PinDraft[] }) {
  const conversation = useTexts('conversation')
  const common = useTexts('common.do')
  const desk = usePinDesk()
  const { onReturn } = desk.placing.useValue()
  const write = useWrite('conversation.post')
  if (target === 'message') {
    const send = async () => {
      const body = { orderId: order.id, text: '', pins: toNewPins(drafts) }
      if ((await write.send({ body })) !== undefined) removeSent(desk, target, drafts)
    }
    if (drafts.length === 0) return null
    return (
      <Button size="xs" flex="none" loading={write.isBusy} onClick={() => void send()}>
        {conversation('send')}
      </Button>
    )
  }
  const goBack = () => {
    desk.placing.set({ target: 'message', onReturn: undefined })
    onClose()
    onReturn?.()
  }
  return (
    <div className={css.actions}>
      <Button size="xs" variant={drafts.length > 0 ? 'filled' : 'default'} onClick={goBack}>
        {drafts.length > 0 ? common('continue') : common('back')}
      </Button>
    </div>
  )
}
