import { Button } from '@mantine/core'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { drawings } from '../../ui/drawings.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { useObjectUrl } from '../../ui/use-image.ts'
import type { LoadTotals } from './load-totals.ts'
import type { PlannedScan } from './scan-plan.ts'
import type { ScanSource } from './scan-source.ts'
import { useScanNames } from './use-scan-names.ts'
import css from './Viewer.module.css'

/** Shows the loading progress: in the middle until the first scan is visible, then as a small notice. */
export function LoadingNotice({ totals }: { totals: LoadTotals }) {
  const t = useTexts('viewer')
  const { percent } = useFormats()
  if (totals.isSettled) return null
  const { ready, total, failed, making } = totals
  const isFirst = ready === 0
  const hasAll = totals.share === 1
  if (making > 0 && making === total - failed) return <PreparingNotice />
  return (
    <div className={isFirst ? css.viewerMiddle : clsx(css.viewerPill, css.viewerSurface)}>
      {isFirst && <ArchSkeleton />}
      <p className="figures">
        {isFirst ? t(hasAll ? 'layers.reading' : 'loading') : t('loadingCount', { ready, total })}
        {!hasAll && <span className="quiet"> {percent(totals.share)}</span>}
      </p>
      <div className={css.viewerProgress}>
        <ProgressBar label={t('loading')} share={totals.share} />
      </div>
    </div>
  )
}

/** States that the server is still preparing the scans. There is nothing to load yet. */
function PreparingNotice() {
  const t = useTexts('viewer')
  return (
    <div className={css.viewerMiddle} role="status">
      <ArchSkeleton />
      <p>{t('making')}</p>
      <p className="quiet">{t('makingText')}</p>
    </div>
  )
}

/** A placeholder in the shape of a dental arch. */
function ArchSkeleton() {
  return (
    <svg className={css.viewerSkeleton} viewBox="0 0 240 180" aria-hidden="true">
      <path d="M34 158C24 74 60 26 120 26s96 48 86 132" fill="none" strokeWidth="40" strokeLinecap="round" />
    </svg>
  )
}

/** Covers the 3D view if no scan can be shown. The list of layers gives the reason for each scan. */
export function NothingShown() {
  const t = useTexts('viewer')
  return (
    <div className={css.viewerMiddle}>
      {drawings.broken}
      <p className={css.viewerTitle}>{t('noneShown')}</p>
    </div>
  )
}

/** States that the graphics context was lost. The browser usually restores it. The button creates a new canvas instead. */
export function ContextLost({ onRestart }: { onRestart: () => void }) {
  const t = useTexts('viewer.lost')
  return (
    <Message title={t('title')} text={t('text')}>
      <Button variant="default" onClick={onRestart}>
        {t('again')}
      </Button>
    </Message>
  )
}

/** Lists the scans in a browser without WebGL 2, with the server's picture of each scan if there is one. */
export function NoWebgl({ scans, source }: { scans: readonly PlannedScan[]; source: ScanSource }) {
  const t = useTexts()
  const { size } = useFormats()
  const names = useScanNames(scans)
  return (
    <Message title={t('viewer.noWebgl.title')} text={t('errors.scene.no_webgl')}>
      <ul className={css.viewerList} aria-label={t('viewer.noWebgl.list')}>
        {scans.map(({ file }, index) => (
          <li key={file.id} data-picture={file.mesh?.hasPicture || undefined}>
            {file.mesh?.hasPicture && (
              <ScanPicture
                source={source}
                fileId={file.id}
                label={t('viewer.noWebgl.picture', { name: names[index] ?? '' })}
              />
            )}
            <span>{names[index]}</span>
            <span className="meta figures">{size(file.sizeBytes)}</span>
          </li>
        ))}
      </ul>
    </Message>
  )
}

/** The server's picture of a scan; a placeholder until it is loaded. */
function ScanPicture({ source, fileId, label }: { source: ScanSource; fileId: string; label: string }) {
  const [picture, setPicture] = useState<Blob>()
  useEffect(() => {
    const leaving = new AbortController()
    source.picture(fileId, leaving.signal).then(setPicture, () => undefined)
    return () => leaving.abort()
  }, [source, fileId])
  const url = useObjectUrl(picture)
  return url ? <img src={url} alt={label} /> : <span className={css.viewerNoPicture} />
}

/** States that the case has no scans. */
export function NoScans() {
  const t = useTexts('viewer.nothing')
  return (
    <div className={css.viewerMiddle}>
      {drawings.cases}
      <p className={css.viewerTitle}>{t('title')}</p>
      <p className="quiet">{t('text')}</p>
    </div>
  )
}

function Message({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the message scrollable by keyboard
    <div className={clsx(css.viewerMiddle, css.viewerMessage)} role="alert" tabIndex={0}>
      <p className={css.viewerTitle}>{title}</p>
      <p className="quiet">{text}</p>
      {children}
    </div>
  )
}
