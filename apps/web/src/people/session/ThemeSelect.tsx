import { useMantineColorScheme } from '@mantine/core'
import { colorSchemes } from '../../frame/appearance.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { IconDeviceDesktop, IconMoon, IconSun } from '../../ui/icons.ts'
import css from '../../ui/LanguageSelect.module.css'

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** The theme selector of public pages. It is a native select, so that the sign-in page loads little code. */
export function ThemeSelect() {
  const t = useTexts('ui.theme')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = icons[colorScheme]
  return (
    <label className={css.languageSelect}>
      <Icon size={16} />
      <span className="only-read">{t('title')}</span>
      <select
        value={colorScheme}
        onChange={(event) => {
          const chosen = colorSchemes.find((scheme) => scheme === event.currentTarget.value)
          if (chosen) setColorScheme(chosen)
        }}
      >
        {colorSchemes.map((scheme) => (
          <option key={scheme} value={scheme}>
            {t(scheme)}
          </option>
        ))}
      </select>
    </label>
  )
}
