import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Wordmark } from '../ui/Mark.tsx'
import './NotFound.css'

/** For an address that is no screen at all. (One that is closed to this person leads to `/` instead.) */
export function NotFound() {
  const t = useTexts('shell')
  return (
    <main id="content" tabIndex={-1} className="alone">
      <Wordmark />
      <h1 className="only-read">{t('notFound')}</h1>
      <EmptyState
        drawing="search"
        title={t('notFound')}
        text={t('notFoundText')}
        action={
          <Button component={Link} to="/" variant="default">
            {t('toHome')}
          </Button>
        }
      />
    </main>
  )
}
