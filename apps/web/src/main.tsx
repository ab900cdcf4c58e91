import './ui/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { themeManager } from './frame/appearance.ts'
import { queries } from './frame/cache.ts'
import { LanguageProvider } from './frame/i18n.tsx'
import { applyPreferencesOnSignIn } from './frame/preferences.ts'
import { onSessionChange } from './frame/session.ts'
import { deleteDrafts } from './frame/stored.ts'
import { loadTexts } from './frame/texts.ts'
import { resolveVariables, theme } from './frame/theme.ts'
import { Reauthentication } from './people/session/Reauthentication.tsx'
import { router } from './shell/router.tsx'
import { ignoreSecondPresses } from './ui/second-press.ts'

// Discards the data of the previous user. After a sign-out the sign-in page opens. The guard runs again after the end of the
// session, a change in another tab, and a refresh. Without a session it opens the sign-in page with a redirect to the current
// page.
onSessionChange((session, change) => {
  queries.clear()
  if (session) deleteDrafts(session.account_id)
  if (change === 'signedOut') {
    deleteDrafts()
    void router.navigate({ to: '/login' })
  } else if (session === undefined || change === 'otherTab' || change === 'refreshed')
    void router.invalidate()
})

applyPreferencesOnSignIn()
ignoreSecondPresses(document)

// From here on the style sheet sets the colour scheme. The inline value of first-paint.js would keep the browser's own
// controls (date pickers, lists, scroll bars) in the initial theme when the user changes the theme.
document.documentElement.style.removeProperty('color-scheme')

// Loads the screen's code and texts in parallel with the texts that every page needs.
void router.load()
await loadTexts()

createRoot(document.getElementById('root')!).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={resolveVariables}
    colorSchemeManager={themeManager}
    defaultColorScheme="auto"
    deduplicateCssVariables={false}
  >
    <LanguageProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Reauthentication />
      </QueryClientProvider>
    </LanguageProvider>
  </MantineProvider>,
)
