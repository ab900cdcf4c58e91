import { useTexts } from '../frame/i18n.tsx'
import { rememberLanguage } from '../frame/session.ts'
import { LanguageSelect } from '../ui/LanguageSelect.tsx'
import css from './Shell.module.css'

declare const __VERSION__: string

/** The footer: version and language. */
export function ShellFooter() {
  const t = useTexts('shell')
  return (
    <footer className={css.foot}>
      <span className="figures">{t('version', { version: __VERSION__ })}</span>
      <LanguageSelect onChosen={rememberLanguage} />
    </footer>
  )
}
