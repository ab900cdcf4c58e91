import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { hasFiles, readDrop } from '../../../ui/file-drop.ts'
import { canCreateCase } from '../actions/order-actions.ts'
import css from './CaseDrop.module.css'
import { keepDropped } from './dropped-files.ts'

const prefetchForm = () => void import('./NewCase.tsx').catch(() => undefined)

/** Starts a new case when files are dropped anywhere on the page. Render it on a page of a user who may create cases. */
export function CaseDrop() {
  const t = useTexts('orders.drafts')
  const session = useSession()
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  const isCreator = session !== undefined && canCreateCase(session)
  const open = useRef(() => {})
  open.current = () => void navigate({ to: '/order/list', search: { new: 'case' } })
  useEffect(() => {
    if (!isCreator) return
    const stops = new AbortController()
    let leaving: ReturnType<typeof setTimeout> | undefined
    const on = (type: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
      addEventListener(type, handle, { signal: stops.signal })
    // A dialog has a drop zone of its own, or takes no files.
    const isMeant = (event: DragEvent) => hasFiles(event) && document.querySelector('.dialog') === null
    on('dragover', (event) => {
      if (!isMeant(event)) return
      event.preventDefault()
      clearTimeout(leaving)
      leaving = setTimeout(() => setOver(false), 300)
      prefetchForm()
      setOver(true)
    })
    on('drop', (event) => {
      clearTimeout(leaving)
      setOver(false)
      if (!isMeant(event) || !event.dataTransfer) return
      event.preventDefault()
      void readDrop(event.dataTransfer).then((files) => {
        if (files.length === 0) return
        keepDropped(files)
        open.current()
      })
    })
    return () => {
      clearTimeout(leaving)
      stops.abort()
    }
  }, [isCreator])
  return isOver ? <div className={css.drop}>{t('drop')}</div> : null
}
