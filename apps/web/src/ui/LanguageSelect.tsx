import { currentVariant, type Language } from '@pontic/contract'
import { languageNames, tagOf } from '@pontic/messages'
import { useLanguage, useTexts } from '../frame/i18n.tsx'
import { IconLanguage } from './icons.ts'
import css from './LanguageSelect.module.css'

/** The language select of public pages, footer and phone menu. It is a native select, so that the sign-in page loads little code. */
export function LanguageSelect({ onChosen }: { onChosen?: (language: Language) => void }) {
  const t = useTexts('ui')
  const { language, setLanguage } = useLanguage()
  const { languages } = currentVariant()
  if (languages.length === 1) return null
  return (
    <label className={css.languageSelect}>
      <IconLanguage size={16} />
      <span className="only-read">{t('language')}</span>
      <select
        value={language}
        onChange={(event) => {
          const chosen = languages.find((name) => name === event.currentTarget.value)
          if (!chosen) return
          setLanguage(chosen)
          onChosen?.(chosen)
        }}
      >
        {languages.map((name) => (
          <option key={name} value={name} lang={tagOf(name)} disabled={name === language}>
            {languageNames[name]}
          </option>
        ))}
      </select>
    </label>
  )
}
