import { ActionIcon } from '@mantine/core'
import type { Upload } from '@pontic/client'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useFormats, useTexts } from '../frame/i18n.tsx'
import { useUploads } from '../frame/upload-list.ts'
import { useUploadText } from '../frame/upload-text.ts'
import {
  caseOfUpload,
  clearFinishedUploads,
  pauseAllUploads,
  resumeAllUploads,
  uploadTotals,
} from '../frame/uploads.ts'
import { IconChevronDown, IconChevronUp, IconPlayerPause, IconPlayerPlay, IconX } from '../ui/icons.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { UploadButtons } from '../ui/UploadButtons.tsx'
import css from './UploadTray.module.css'

// A collapsed tray disappears this long after the last upload is done. The page of the case still lists the files.
const shownMs = 6000

const isOpenStatus = ({ status }: Upload) => status !== 'done' && status !== 'cancelled'

/** Tray with the uploads since the page was loaded, on every screen. It is hidden if there are none. */
export function UploadTray() {
  const t = useTexts('files.tray')
  const uploads = useUploads().filter(({ status }) => status !== 'cancelled')
  const [isExpanded, setExpanded] = useState(false)
  const isOver = uploads.length > 0 && !uploads.some(isOpenStatus)
  useEffect(() => {
    if (!isOver || isExpanded) return
    const timer = setTimeout(clearFinishedUploads, shownMs)
    return () => clearTimeout(timer)
  }, [isOver, isExpanded])
  if (uploads.length === 0) return null
  return (
    <section className="tray" aria-label={t('label')}>
      <TrayHead uploads={uploads} isExpanded={isExpanded} onToggle={() => setExpanded(!isExpanded)} />
      {isExpanded && (
        <ul className={css.trayList} id="upload-tray">
          {uploads.map((upload) => (
            <TrayItem key={upload.fileId} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  )
}

function TrayHead(props: { uploads: readonly Upload[]; isExpanded: boolean; onToggle: () => void }) {
  const t = useTexts('files.tray')
  const { percent } = useFormats()
  const { uploads, isExpanded } = props
  const totals = uploadTotals()
  const open = uploads.filter(isOpenStatus)
  const paused = open.filter(({ status }) => status === 'paused')
  const isPaused = open.length > 0 && paused.length === open.length
  const share = totals.sentBytes / Math.max(totals.sizeBytes, 1)
  const state =
    totals.failedCount > 0 ? 'failed' : isPaused ? 'paused' : open.length === 0 ? 'done' : 'running'
  const title = open.length === 0 ? t('done', { count: uploads.length }) : t(state, { count: open.length })
  return (
    <header className={css.trayHead}>
      <button
        type="button"
        className="tray-toggle"
        aria-expanded={isExpanded}
        aria-controls="upload-tray"
        onClick={props.onToggle}
      >
        {isExpanded ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
        <span className="one-line">{title}</span>
        {open.length > 0 && <span className="quiet figures">{percent(share)}</span>}
      </button>
      {open.length === 0 ? (
        <ActionIcon size={28} aria-label={t('clear')} onClick={clearFinishedUploads}>
          <IconX size={16} />
        </ActionIcon>
      ) : (
        <ActionIcon
          size={28}
          aria-label={isPaused ? t('resumeAll') : t('pauseAll')}
          onClick={isPaused ? resumeAllUploads : pauseAllUploads}
        >
          {isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        </ActionIcon>
      )}
      <ProgressBar label={t('label')} share={share} state={state} />
    </header>
  )
}

function TrayItem({ upload }: { upload: Upload }) {
  const textOf = useUploadText()
  const { fileId, name, status } = upload
  const of = caseOfUpload(fileId)
  return (
    <li className={css.trayItem} data-status={status}>
      <span className={css.trayName}>
        <span className="one-line" title={name}>
          {name}
        </span>
        {of && (
          <Link to="/order/detail/$id" params={{ id: of.orderId }} className="meta figures">
            {of.number}
          </Link>
        )}
      </span>
      <span className={clsx(css.trayText, 'meta figures')}>{textOf(upload)}</span>
      <UploadButtons upload={upload} />
    </li>
  )
}
