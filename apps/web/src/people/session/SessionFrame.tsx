import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { ArchDrawing } from '../../ui/ArchDrawing.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { Wordmark } from '../../ui/Mark.tsx'
import { ThemeSelect } from './ThemeSelect.tsx'
import './SessionFrame.css'

declare const __VERSION__: string

const HelpDialog = lazy(() => import('./HelpDialog.tsx').then((file) => ({ default: file.HelpDialog })))

/** Around every page before the sign-in: half a page for the form, half for a quiet picture, which phones go without. */
export function SessionFrame(props: {
  title: string
  lead?: ReactNode
  /** `wide` for longer forms. */
  width?: 'wide'
  children: ReactNode
}) {
  const t = useTexts('session')
  return (
    <div className="door">
      <div className="door-side">
        <header className="door-head">
          <Link to="/login" aria-label={t('signInTitle')} className="door-mark">
            <Wordmark />
          </Link>
          <LanguageSelect />
          <ThemeSelect />
        </header>
        <div className="door-body" data-width={props.width}>
          <div className="door-title">
            <Title order={1}>{props.title}</Title>
            {props.lead && <p className="quiet">{props.lead}</p>}
          </div>
          {props.children}
        </div>
        <Help />
      </div>
      <div className="door-picture" aria-hidden="true">
        <ArchDrawing />
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
    <footer className="door-foot meta">
      <button type="button" className="text-button" onClick={open}>
        {t('session.help')}
      </button>
      <span>{t('shell.version', { version: __VERSION__ })}</span>
      {wasOpen && (
        <Suspense fallback={null}>
          <HelpDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </footer>
  )
}
