import { useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { colorSchemes } from '../frame/appearance.ts'
import { useTexts } from '../frame/i18n.tsx'
import { saveLanguage, signOut } from '../frame/session.ts'
import { InfoDialog } from '../ui/Dialog.tsx'
import { IconLogout } from '../ui/icons.ts'
import { LanguageSelect } from '../ui/LanguageSelect.tsx'
import css from './Shell.module.css'
import type { MenuEntry } from './SideMenu.tsx'

/** Dialog of the bottom bar with the remaining screens, language, theme and sign-out. It is loaded when first opened. */
export function More(props: { isOpen: boolean; onClose: () => void; rest: readonly MenuEntry[] }) {
  const t = useTexts()
  const { isOpen, onClose, rest } = props
  return (
    <InfoDialog isOpen={isOpen} onClose={onClose} title={t('shell.more')}>
      <div className={css.more}>
        {rest.map(({ path, screen }) => (
          <Link key={path} to={path} className={css.moreEntry} onClick={onClose}>
            {t(`screens.${screen.title}`)}
          </Link>
        ))}
        <div className={css.moreEntry}>
          <span>{t('ui.language')}</span>
          <LanguageSelect onChosen={saveLanguage} />
        </div>
        <ThemeChoice />
        <button type="button" className={css.moreEntry} onClick={() => signOut()}>
          {t('shell.logOut')}
          <IconLogout />
        </button>
      </div>
    </InfoDialog>
  )
}

function ThemeChoice() {
  const t = useTexts('ui.theme')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={css.moreEntry}>
      <legend className="only-read">{t('title')}</legend>
      <span aria-hidden="true">{t('title')}</span>
      <span className={css.moreOptions}>
        {colorSchemes.map((scheme) => (
          <button
            key={scheme}
            type="button"
            aria-pressed={scheme === colorScheme}
            onClick={() => setColorScheme(scheme)}
          >
            {t(scheme)}
          </button>
        ))}
      </span>
    </fieldset>
  )
}
