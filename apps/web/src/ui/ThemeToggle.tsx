import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTexts } from '../i18n.tsx'
import { colorSchemes } from './appearance.ts'

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Light, dark or the system's. */
export function ThemeToggle() {
  const t = useTexts('ui.theme')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Current = icons[colorScheme]
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={t('label', { name: t(colorScheme) })}>
          <Current size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('title')}>
        {colorSchemes.map((scheme) => {
          const Icon = icons[scheme]
          return (
            <Menu.Item
              key={scheme}
              leftSection={<Icon size={18} stroke={1.75} />}
              rightSection={scheme === colorScheme ? <IconCheck size={16} stroke={1.75} /> : null}
              onClick={() => setColorScheme(scheme)}
            >
              {t(scheme)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
