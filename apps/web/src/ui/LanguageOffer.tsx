import { CloseButton } from '@mantine/core'
import { languageOf, languageOffers, tagOf } from '@pontic/messages'
import { useState } from 'react'
import { storeLanguage, useLanguage, useTexts } from '../frame/i18n.tsx'
import css from './LanguageOffer.module.css'

/**
 * Offers the language of the browser, in that language, until the user switches to it or closes the offer (rules §14). Empty if the
 * page has that language or the portal does not offer it.
 */
export function LanguageOffer() {
  const t = useTexts('ui')
  const { language, setLanguage } = useLanguage()
  const [isClosed, setClosed] = useState(false)
  const offered = languageOf(navigator.languages.slice(0, 10).join(','))
  if (isClosed || offered === language) return null
  const close = () => {
    storeLanguage(language)
    setClosed(true)
  }
  return (
    <div className={css.offer}>
      <button
        type="button"
        className="text-button"
        lang={tagOf(offered)}
        onClick={() => setLanguage(offered)}
      >
        {languageOffers[offered]}
      </button>
      <CloseButton size={26} iconSize={16} aria-label={t('close')} onClick={close} />
    </div>
  )
}
