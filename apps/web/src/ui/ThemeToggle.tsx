import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { colorSchemes } from '../frame/appearance.ts'
import { useTexts } from '../frame/i18n.tsx'
import { IconDeviceDesktop, IconMoon, IconSun } from './icons.ts'
import { MenuButton } from './MenuButton.tsx'

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** The theme menu: light, dark, or the system's theme. */
export function ThemeToggle() {
  const t = useTexts('ui.theme')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Current = icons[colorScheme]
  const entries = colorSchemes.map((scheme) => {
    const Icon = icons[scheme]
    return {
      key: scheme,
      label: t(scheme),
      icon: <Icon />,
      isChosen: scheme === colorScheme,
      onSelect: () => setColorScheme(scheme),
    }
  })
  return (
    <MenuButton label={t('title')} entries={entries}>
      {(button) => (
        <ActionIcon {...button} aria-label={t('label', { name: t(colorScheme) })}>
          <Current size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </MenuButton>
  )
}
