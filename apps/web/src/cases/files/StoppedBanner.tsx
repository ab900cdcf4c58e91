import { Button } from '@mantine/core'
import type { UnfinishedUpload } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../frame/i18n.tsx'
import { FileField } from '../../ui/DropZone.tsx'
import { useFileDrop } from '../../ui/file-drop.ts'
import { IconAlertTriangle, IconFolderOpen } from '../../ui/icons.ts'
import css from './StoppedBanner.module.css'
import { useChooseAgain } from './use-choose-again.ts'

const shownMax = 3

/** Says which uploads have stopped and how many files are missing. Its button continues all of them with one choice of files. */
export function StoppedBanner(props: { stopped: readonly UnfinishedUpload[]; isOneCase: boolean }) {
  const { stopped, isOneCase } = props
  const t = useTexts('files.interrupted')
  const { field, choose, resume, isBusy } = useChooseAgain(stopped)
  const { isOver, dropProps } = useFileDrop((picked) => void resume(picked))
  const rest = stopped.slice(shownMax)
  return (
    <section
      className={css.banner}
      aria-label={t('title')}
      data-testid="stopped-uploads"
      data-over={isOver || undefined}
      {...dropProps}
    >
      <IconAlertTriangle />
      <div className={css.text}>
        <strong>{t('title')}</strong>
        {isOneCase ? (
          stopped.map((one) => <span key={one.orderId}>{t('missing', countsOf(one))}</span>)
        ) : (
          <ul>
            {stopped.slice(0, shownMax).map((one) => (
              <li key={one.orderId}>
                <Link to="/order/detail/$id" params={{ id: one.orderId }}>
                  {one.patientName} · <span className="figures">{one.number}</span>
                </Link>
                <span>{t('missing', countsOf(one))}</span>
              </li>
            ))}
            {rest.length > 0 && (
              <li>
                <Link to="/order/list" {...({ search: { task: 'upload' } } as object)}>
                  {t('more', { count: rest.length })}
                </Link>
              </li>
            )}
          </ul>
        )}
      </div>
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconFolderOpen />}
        onClick={() => void choose()}
      >
        {t('choose')}
      </Button>
      <FileField ref={field} onFiles={(picked) => void resume(picked)} />
    </section>
  )
}

const countsOf = ({ filesUnfinished, filesTotal }: UnfinishedUpload) => ({
  missing: filesUnfinished,
  total: filesTotal,
})
