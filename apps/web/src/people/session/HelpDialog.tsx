import { limits } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import css from './HelpDialog.module.css'

/** Dialog with help for users who can't sign in. */
export function HelpDialog(props: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts('session.helpDialog')
  return (
    <InfoDialog {...props} title={t('title')} widthPx={460}>
      <dl className={css.signInHelp}>
        <dt>{t('passwordTitle')}</dt>
        <dd>{t('passwordText')}</dd>
        <dt>{t('mailTitle')}</dt>
        <dd>{t('mailText', { hours: limits.emailVerificationHours })}</dd>
        <dt>{t('lockedTitle')}</dt>
        <dd>{t('lockedText', { minutes: limits.failureWindowMinutes })}</dd>
        <dt>{t('memberTitle')}</dt>
        <dd>{t('memberText')}</dd>
      </dl>
    </InfoDialog>
  )
}
