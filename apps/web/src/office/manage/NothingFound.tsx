import { Button } from '@mantine/core'
import { useTexts } from '../../frame/i18n.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Words and filters that fit nothing, and the way out of them. */
export function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  const t = useTexts('manage')
  const common = useTexts('common')
  return (
    <EmptyState
      drawing="search"
      title={t('none')}
      action={
        <Button variant="default" onClick={onShowAll}>
          {common('do.showAll')}
        </Button>
      }
    />
  )
}
