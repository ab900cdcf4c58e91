import './ui/styles.ts'
import { MantineProvider } from '@mantine/core'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { history } from './frame/address.ts'
import { themeManager } from './frame/appearance.ts'
import { isDisconnected, loadWhenConnected } from './frame/connection.ts'
import { LanguageProvider } from './frame/i18n.tsx'
import { dismissNotice, showNotice } from './frame/notices.ts'
import { applyPreferencesOnSignIn } from './frame/preferences.ts'
import { currentSession, onSessionChange } from './frame/session.ts'
import { deleteDrafts } from './frame/stored.ts'
import { deleteStoredLevels } from './frame/stored-levels.ts'
import { loadTexts, plainText } from './frame/texts.ts'
import { resolveVariables, theme } from './frame/theme.ts'
import { Reauthentication } from './people/session/Reauthentication.tsx'
import { Announcement } from './shell/announcement.tsx'
import { Content, startApp, startPublicPage } from './shell/content.tsx'
import { isPublicPath } from './shell/public-pages.ts'
import { ignoreSecondPresses } from './ui/second-press.ts'
import { Toaster } from './ui/Toaster.tsx'

// Discards drafts and scans of the previous user, and reports the end of the session.
onSessionChange(async (session, change) => {
  deleteStoredLevels(session?.account_id)
  if (session) deleteDrafts(session.account_id)
  if (change === 'signedOut') deleteDrafts()
  if (change !== 'ended') return
  await loadTexts()
  showNotice({ level: 'warning', text: plainText('shell.ended') })
})

// The session may have ended while the browser was closed.
deleteStoredLevels(currentSession()?.account_id)
applyPreferencesOnSignIn()
ignoreSecondPresses(document)

// From here on the style sheet sets the colour scheme. The inline value of first-paint.js would keep the browser's own
// controls (date pickers, lists, scroll bars) in the initial theme when the user changes the theme.
document.documentElement.style.removeProperty('color-scheme')

// The router redirects `/` to the sign-in page, too, but its code is not needed for it.
if (history.location.pathname === '/' && currentSession() === undefined) history.replace('/login')

// Loads the screen's code in parallel with the texts that every page needs. The code imports the chunk of this file, so an `await`
// here would wait for itself.
const { pathname } = history.location
const content = isPublicPath(pathname) ? startPublicPage(pathname) : startApp()
await loadWhenConnected(loadTexts)

let lostNotice: number | undefined
isDisconnected.subscribe(() => {
  if (isDisconnected.get())
    lostNotice ??= showNotice({ level: 'warning', text: plainText('ui.error.lost'), isLasting: true })
  else if (lostNotice !== undefined) {
    dismissNotice(lostNotice)
    lostNotice = undefined
  }
})

const root = createRoot(document.getElementById('root')!)
// A transition renders in short tasks, so that the browser answers inputs in between.
void content.then(() =>
  startTransition(() =>
    root.render(
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        colorSchemeManager={themeManager}
        defaultColorScheme="auto"
        deduplicateCssVariables={false}
      >
        <LanguageProvider>
          <Announcement />
          <Content />
          <Toaster />
          <Reauthentication />
        </LanguageProvider>
      </MantineProvider>,
    ),
  ),
)
