import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { foldText } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { listSearchableScreens } from '../frame/screens.ts'
import { useSession } from '../frame/session.ts'
import { listFinders, type SearchResult } from '../ui/finders.ts'
import { IconSearch } from '../ui/icons.ts'
import css from './Palette.module.css'
import { closePalette, useIsPaletteOpen } from './palette-state.ts'
import { iconOf } from './screen-icons.tsx'

/** Dialog that searches screens and the objects of all registered finders. It is loaded when first opened. */
export function Palette() {
  const common = useTexts('common')
  const isOpen = useIsPaletteOpen()
  return (
    <Modal.Root
      opened={isOpen}
      onClose={closePalette}
      size={560}
      yOffset="12vh"
      centered={false}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={common('do.search')}>
        <PaletteContent />
      </Modal.Content>
    </Modal.Root>
  )
}

type Group = { readonly label: string; readonly found: readonly SearchResult[] }

function PaletteContent() {
  const t = useTexts('shell')
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const listId = useId()
  const groups = useFound(query)
  const all = groups.flatMap((group) => group.found)
  const go = (found: SearchResult | undefined) => {
    if (!found) return
    closePalette()
    void navigate({ to: found.to })
  }
  const { current, setAt, onKeyDown } = useChoice(all, go)
  const optionId = (found: SearchResult | undefined) => (found ? `${listId}-${found.key}` : undefined)
  return (
    <>
      <div className={css.paletteField}>
        <IconSearch />
        <input
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={optionId(current)}
          aria-label={t('searchHint')}
          placeholder={t('searchHint')}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList id={listId} groups={groups} current={current} optionId={optionId} onGo={go} />
      {all.length === 0 && <p className={css.paletteNone}>{t('searchNothing', { query })}</p>}
    </>
  )
}

/** Returns the current option and a key handler: the arrow keys choose another option, Enter opens the current one. */
function useChoice(all: readonly SearchResult[], go: (found: SearchResult | undefined) => void) {
  const [at, setAt] = useState(0)
  const current = all[Math.min(at, all.length - 1)]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // While an input method composes Chinese or Japanese text, Enter only ends the composition.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(current)
    else if (step && all.length > 0) setAt((Math.min(at, all.length - 1) + step + all.length) % all.length)
    else return
    event.preventDefault()
  }
  return { current, setAt, onKeyDown }
}

function PaletteList(props: {
  id: string
  groups: readonly Group[]
  current: SearchResult | undefined
  optionId: (found: SearchResult) => string | undefined
  onGo: (found: SearchResult) => void
}) {
  const t = useTexts('shell')
  return (
    <div className={css.paletteList} role="listbox" id={props.id} aria-label={t('searchResults')}>
      {props.groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox; a fieldset would be a group of fields
        <div key={group.label} role="group" aria-label={group.label}>
          <div className={css.paletteLabel} aria-hidden="true">
            {group.label}
          </div>
          {group.found.map((found) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys, as the combobox pattern requires
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field (aria-activedescendant)
            <div
              key={found.key}
              id={props.optionId(found)}
              role="option"
              aria-selected={found === props.current}
              className={css.paletteOption}
              onClick={() => props.onGo(found)}
            >
              {found.icon}
              <span className="one-line">{found.label}</span>
              {found.detail && <span className="meta one-line">{found.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

const typingMs = 180

/** Returns screens whose names contain the query, and after a pause in typing the results of the finders. */
function useFound(query: string): Group[] {
  const t = useTexts()
  const session = useSession()
  const [found, setFound] = useState<readonly Group[]>([])
  const words = foldText(query)
  useEffect(() => {
    if (words === '') return setFound([])
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const finders = listFinders()
      const answers = await Promise.allSettled(
        finders.map((finder) => finder.find(query.trim(), stop.signal)),
      )
      if (stop.signal.aborted) return
      setFound(
        finders.flatMap((finder, at) => {
          const answer = answers[at]
          return answer?.status === 'fulfilled' && answer.value.length > 0
            ? [{ label: finder.label, found: answer.value }]
            : []
        }),
      )
    }, typingMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query, words])
  const screens = (session ? listSearchableScreens(session) : []).flatMap(({ path, screen }) => {
    const label = t(`screens.${screen.title}`)
    const Icon = iconOf(path)
    if (!foldText(label).includes(words)) return []
    return [{ key: path.replaceAll('/', '-'), label, to: path, icon: Icon && <Icon /> }]
  })
  return screens.length > 0 ? [...found, { label: t('shell.screens'), found: screens }] : [...found]
}
