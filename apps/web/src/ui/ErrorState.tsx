import { Button } from '@mantine/core'
import { useTexts } from '../frame/i18n.tsx'
import { CopyButton } from './CopyButton.tsx'
import { drawings } from './drawings.tsx'
import css from './EmptyState.module.css'

/** Message in place of data that could not be fetched, with the request number and a retry button. */
export function ErrorState(props: { message: string; requestId?: string | undefined; onRetry?: () => void }) {
  const t = useTexts('ui.error')
  const common = useTexts('common')
  return (
    <div className="empty" role="alert">
      {drawings.broken}
      <p className={css.emptyTitle}>{t('title')}</p>
      <p className={css.emptyText}>{props.message}</p>
      {props.onRetry && (
        <div className={css.emptyAction}>
          <Button variant="default" onClick={props.onRetry}>
            {common('do.retry')}
          </Button>
        </div>
      )}
      {props.requestId && (
        <p className={css.emptyRequest}>
          {common('label.request', { id: props.requestId })}
          <CopyButton value={props.requestId} label={t('copyRequest')} />
        </p>
      )}
    </div>
  )
}
