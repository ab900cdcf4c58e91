import { Button } from '@mantine/core'
import { useTexts } from '../frame/i18n.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** The error boundary of a page: the rest of the portal stays usable. */
export function PageFailed({ error }: { error: unknown }) {
  const t = useTexts('ui.error')
  console.error(error)
  return (
    <div role="alert">
      <EmptyState
        drawing="broken"
        title={t('page')}
        text={t('unexpected')}
        action={
          <Button variant="default" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        }
      />
    </div>
  )
}
