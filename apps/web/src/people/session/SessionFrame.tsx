import { Title } from '@mantine/core'
import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { hasChosenLanguage, useTexts } from '../../frame/i18n.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { LegalLinks } from '../../ui/LegalLinks.tsx'
import { Wordmark } from '../../ui/Mark.tsx'
import { PublicLink } from '../../ui/PublicLink.tsx'
import css from './SessionFrame.module.css'
import { ThemeSelect } from './ThemeSelect.tsx'

declare const __VERSION__: string

// Loaded lazily, so that the decorative drawing does not delay the form.
const ArchDrawing = lazy(() =>
  import('../../ui/ArchDrawing.tsx').then((file) => ({ default: file.ArchDrawing })),
)
const HelpDialog = lazy(() => import('./HelpDialog.tsx').then((file) => ({ default: file.HelpDialog })))

const LanguageOffer = lazy(() =>
  import('../../ui/LanguageOffer.tsx').then((file) => ({ default: file.LanguageOffer })),
)

/** The frame of public pages, with a form and a picture. Narrow screens don't show the picture. */
export function SessionFrame(props: {
  title: string
  lead?: ReactNode
  /** `wide` for longer forms. */
  width?: 'wide'
  children: ReactNode
}) {
  const t = useTexts('session')
  const [offersLanguage] = useState(() => !hasChosenLanguage() && !/^en\b/i.test(navigator.language))
  return (
    <div className={css.door}>
      <div className={css.doorSide}>
        <header className={css.doorHead}>
          <PublicLink to="/login" aria-label={t('signInTitle')} className={css.doorMark}>
            <Wordmark />
          </PublicLink>
          <LanguageSelect />
          <ThemeSelect />
        </header>
        {offersLanguage && (
          <Suspense fallback={null}>
            <LanguageOffer />
          </Suspense>
        )}
        <div className={css.doorBody} data-width={props.width}>
          <div className={css.doorTitle}>
            <Title order={1}>{props.title}</Title>
            {props.lead && <p className="quiet">{props.lead}</p>}
          </div>
          {props.children}
        </div>
        <Help />
      </div>
      <div className={css.doorPicture} aria-hidden="true">
        <Suspense fallback={null}>
          <ArchDrawing />
        </Suspense>
      </div>
    </div>
  )
}

function Help() {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const open = () => {
    setWasOpen(true)
    setOpen(true)
  }
  return (
    <footer className={clsx(css.doorFoot, 'meta')}>
      <button type="button" className="text-button" onClick={open}>
        {t('session.help')}
      </button>
      <LegalLinks />
      <span>{t('shell.version', { version: __VERSION__ })}</span>
      {wasOpen && (
        <Suspense fallback={null}>
          <HelpDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </footer>
  )
}
