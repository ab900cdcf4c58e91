import { openPath, useSearchText } from '../../frame/address.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { safeRedirect } from '../../frame/redirect.ts'
import { useSession } from '../../frame/session.ts'
import { PublicLink } from '../../ui/PublicLink.tsx'
import { LoginForm } from './LoginForm.tsx'
import css from './SessionFrame.module.css'
import { SessionFrame } from './SessionFrame.tsx'
import { useEmailDialog } from './use-email-dialog.tsx'

/**
 * The sign-in page (requirement 2.login). After the sign-in it opens the requested page, if that is a screen that requires a
 * sign-in, otherwise the start page.
 */
export function LoginPage() {
  const t = useTexts('session')
  const common = useTexts('common')
  const session = useSession()
  const redirect = useSearchText('redirect')
  const mails = useEmailDialog()
  const shell = useTexts('shell')
  const goOn = () => {
    const path = safeRedirect(redirect)
    if (redirect !== undefined && redirect !== path) showNotice({ level: 'warning', text: shell('notFound') })
    openPath(path)
  }
  return (
    <SessionFrame
      title={t('signInTitle')}
      lead={
        session && (
          <>
            {t('signedInAs', { email: session.username })}{' '}
            <button type="button" className="text-button" onClick={goOn}>
              {common('do.goOn')}
            </button>
          </>
        )
      }
    >
      <LoginForm onSignedIn={goOn} mails={mails} />
      <div className={css.doorMore}>
        <p>
          <span className="quiet">{t('noAccount')}</span>{' '}
          <PublicLink to="/register" className="text-link">
            {t('register')}
          </PublicLink>
        </p>
        <button type="button" className="text-button" onClick={() => mails.open('resend', '')}>
          {t('resend')}
        </button>
      </div>
      {mails.dialog}
    </SessionFrame>
  )
}
