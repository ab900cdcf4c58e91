import { Button } from '@mantine/core'
import { CallError } from '@pontic/client'
import { Component, type ReactNode } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/**
 * Replaces a page whose component has thrown or whose code could not be fetched. It shows the number of the request that has failed.
 * The other pages stay usable.
 */
export function PageFailed({ error }: { error: unknown }) {
  const t = useTexts('ui.error')
  const common = useTexts('common.label')
  const requestId = error instanceof CallError ? error.requestId : null
  console.error(error)
  return (
    <div role="alert">
      <EmptyState
        drawing="broken"
        title={t('page')}
        text={requestId ? `${t('unexpected')} ${common('request', { id: requestId })}` : t('unexpected')}
        action={
          <Button variant="default" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        }
      />
    </div>
  )
}

/** Shows `PageFailed` instead of its children after one of them has thrown. */
export class PageBoundary extends Component<
  { children: ReactNode },
  { error?: unknown; hasFailed: boolean }
> {
  override state = { hasFailed: false, error: undefined }

  static getDerivedStateFromError = (error: unknown) => ({ hasFailed: true, error })

  override render(): ReactNode {
    return this.state.hasFailed ? <PageFailed error={this.state.error} /> : this.props.children
  }
}
