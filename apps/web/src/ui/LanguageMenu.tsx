import { Button } from '@mantine/core'
import { currentVariant, type Language } from '@pontic/contract'
import { languageNames, tagOf } from '@pontic/messages'
import { useLanguage, useTexts } from '../frame/i18n.tsx'
import { IconLanguage } from './icons.ts'
import { MenuButton } from './MenuButton.tsx'

/**
 * The language menu of signed-in users (requirement 1.language.dropdown). Each language is shown in its own language, and the
 * current language is disabled.
 */
export function LanguageMenu(props: { onChosen?: (language: Language) => void }) {
  const t = useTexts('ui')
  const { language, setLanguage } = useLanguage()
  const { languages } = currentVariant()
  const entries = languages.map((name) => ({
    key: name,
    label: languageNames[name],
    lang: tagOf(name),
    isDisabled: name === language,
    isChosen: name === language,
    onSelect: () => {
      setLanguage(name)
      props.onChosen?.(name)
    },
  }))
  if (languages.length === 1) return null
  return (
    <MenuButton label={t('language')} entries={entries}>
      {(button) => (
        <Button
          {...button}
          variant="subtle"
          color="gray"
          className="language-button"
          leftSection={<IconLanguage />}
          aria-label={t('languageIs', { name: languageNames[language] })}
        >
          {languageNames[language]}
        </Button>
      )}
    </MenuButton>
  )
}
