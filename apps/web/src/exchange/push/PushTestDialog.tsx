import type { DeliveryDetail, PushSetting } from '@pontic/contract'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { StateText } from '../../ui/StateText.tsx'
import { AttemptList } from './AttemptList.tsx'

type Props = { subject: PushSetting; isOpen: boolean; onClose: () => void }

/** Sends a test delivery with a push setting when the dialog opens, and shows the receiver's reply. */
export function PushTestDialog({ subject: setting, isOpen, onClose }: Props) {
  const t = useTexts('transfers.push.test')
  const [done, setDone] = useState<DeliveryDetail>()
  const { send } = useWrite('pushSettings.test', { onFailure: onClose })
  const isSent = useRef(false)
  useEffect(() => {
    // React's strict mode runs effects twice, but the test must be sent once.
    if (isSent.current) return
    isSent.current = true
    void send({ params: { id: setting.id } }).then((reply) => reply && setDone(reply))
  }, [send, setting.id])
  const isDelivered = done?.state === 'delivered'
  return (
    <InfoDialog isOpen={isOpen} onClose={onClose} title={t('title', { name: setting.name })} widthPx={560}>
      <div aria-live="polite">
        {done === undefined ? (
          <p>{t('busy')}</p>
        ) : (
          <>
            <p>{isDelivered ? t('good') : <StateText text={t('bad')} tone="danger" />}</p>
            <AttemptList attempts={done.tries} />
          </>
        )}
      </div>
    </InfoDialog>
  )
}
