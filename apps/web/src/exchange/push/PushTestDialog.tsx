import type { DeliveryDetail, PushSetting } from '@pontic/contract'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import css from '../settings/Transfers.module.css'
import { TryList } from './TryList.tsx'

/** Sends a test by a push setting as it opens, and shows what the other side answered. */
export function PushTestDialog(props: { subject: PushSetting; isOpen: boolean; onClose: () => void }) {
  const { subject: setting, isOpen, onClose } = props
  const t = useTexts('transfers.push.test')
  const [done, setDone] = useState<DeliveryDetail>()
  const { send } = useWrite('pushSettings.test', { onFailure: onClose })
  const isSent = useRef(false)
  useEffect(() => {
    // Once, also where React draws twice.
    if (isSent.current) return
    isSent.current = true
    void send({ params: { id: setting.id } }).then((reply) => reply && setDone(reply))
  }, [send, setting.id])
  return (
    <InfoDialog isOpen={isOpen} onClose={onClose} title={t('title', { name: setting.name })} widthPx={560}>
      <div aria-live="polite">
        {done === undefined ? (
          <p>{t('busy')}</p>
        ) : (
          <>
            <p className={css.transferState} data-state={done.state}>
              {t(done.state === 'delivered' ? 'good' : 'bad')}
            </p>
            <TryList tries={done.tries} />
          </>
        )}
      </div>
    </InfoDialog>
  )
}
