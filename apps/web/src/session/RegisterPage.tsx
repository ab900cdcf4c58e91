import { useTexts } from '../i18n.tsx'
import { useScreenPath } from '../router.tsx'
import { screenOf } from '../screens.tsx'
import { Page } from '../ui/Page.tsx'

/** Holds the place of the screen until its feature lands. */
export function RegisterPage() {
  const t = useTexts('screens')
  const path = useScreenPath()
  return <Page title={path ? t(screenOf(path).title) : ''}>{null}</Page>
}
