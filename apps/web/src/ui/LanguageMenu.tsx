import { Button, Menu } from '@mantine/core'
import { languages } from '@pontic/contract'
import { languageNames, tagOf } from '@pontic/messages'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useLanguage, useTexts } from '../i18n.tsx'

/** The language selector (portal.md §1) behind the sign-in: each in its own words, the current one disabled. @param onChosen e.g. to tell the server */
export function LanguageMenu(props: { onChosen?: (language: (typeof languages)[number]) => void }) {
  const t = useTexts('ui')
  const { language, setLanguage } = useLanguage()
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className="language-button"
          leftSection={<IconLanguage size={18} stroke={1.75} />}
          aria-label={t('languageIs', { name: languageNames[language] })}
        >
          {languageNames[language]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('language')}>
        {languages.map((name) => (
          <Menu.Item
            key={name}
            lang={tagOf(name)}
            disabled={name === language}
            rightSection={name === language ? <IconCheck size={16} stroke={1.75} /> : null}
            onClick={() => {
              setLanguage(name)
              props.onChosen?.(name)
            }}
          >
            {languageNames[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
