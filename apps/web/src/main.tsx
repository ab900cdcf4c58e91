import './ui/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { themeManager } from './frame/appearance.ts'
import { queries } from './frame/cache.ts'
import { LanguageProvider } from './frame/i18n.tsx'
import { followPreferences } from './frame/preferences.ts'
import { onSessionChange } from './frame/session.ts'
import { forgetDrafts } from './frame/stored.ts'
import { needTexts } from './frame/texts.ts'
import { resolveVariables, theme } from './frame/theme.ts'
import { Reauthentication } from './people/session/Reauthentication.tsx'
import { router } from './shell/router.tsx'
import { ignoreSecondPresses } from './ui/second-press.ts'

// Nobody sees what the one before him saw. A session that ended leads back to this page after the next sign-in.
onSessionChange((session, change) => {
  queries.clear()
  if (session) forgetDrafts(session.account_id)
  if (change === 'signedOut') {
    forgetDrafts()
    void router.navigate({ to: '/login' })
  } else if (session === undefined || change === 'otherTab' || change === 'refreshed')
    void router.invalidate()
})

followPreferences()
ignoreSecondPresses(document)

// From here on the style sheet follows the theme. What first-paint.js set would keep the browser's own controls (days,
// lists, scroll bars) in the theme the page began with.
document.documentElement.style.removeProperty('color-scheme')

// The screen's code and texts come beside those of every page, not after them.
void router.load()
await needTexts()

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
