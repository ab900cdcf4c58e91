import { CloseButton } from '@mantine/core'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import css from './FilterChips.module.css'
import { IconChevronDown, IconSearch, IconX } from './icons.ts'
import { MenuButton } from './MenuButton.tsx'

/** An option of a filter. */
export type FilterOption = { readonly value: string; readonly label: string; readonly shape?: ReactNode }

type ChoiceProps = {
  readonly label: string
  readonly options: readonly FilterOption[]
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** A filter chip with a menu of its options. */
export function ChoiceChip(filter: ChoiceProps) {
  const t = useTexts('ui.filter')
  const chosen = filter.options.find((option) => option.value === filter.value)
  const entries = filter.options.map(({ value, label, shape }) => ({
    key: value,
    label,
    icon: shape,
    isChosen: value === filter.value,
    onSelect: () => filter.onChange(value === filter.value ? undefined : value),
  }))
  return (
    <span className={css.chip} data-used={chosen !== undefined || undefined}>
      <MenuButton label={filter.label} entries={entries} position="bottom-start">
        {(button) => (
          <button type="button" className={css.chipOpen} {...button}>
            {chosen && <span className="quiet">{filter.label}</span>}
            {chosen?.label ?? filter.label}
            {!chosen && <IconChevronDown size={14} />}
          </button>
        )}
      </MenuButton>
      {chosen && (
        <button
          type="button"
          className={css.chipRemove}
          aria-label={t('remove', { name: filter.label })}
          onClick={() => filter.onChange(undefined)}
        >
          <IconX size={14} />
        </button>
      )}
    </span>
  )
}

const typingMs = 250

/** The search field of a list. The key `/` focuses it. `onChange` is debounced. */
export function SearchField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const t = useTexts('ui.filter')
  const field = useRef<HTMLInputElement>(null)
  const { typed, type, commit } = useTyping(props)
  useSlashKey(field)
  return (
    <div className="search-field">
      <IconSearch size={16} />
      <span className={css.searchText} data-label={props.label}>
        <input
          ref={field}
          type="search"
          aria-label={props.label}
          placeholder={props.label}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && commit(typed)}
        />
      </span>
      {typed !== '' && (
        <CloseButton
          size={22}
          iconSize={14}
          aria-label={t('clearSearch')}
          onClick={() => {
            commit('')
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** State of a text field. The text is committed after a pause in typing. A new `value` from the caller replaces the typed text. */
function useTyping({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, type] = useState(value)
  const committed = useRef(value)
  const latest = useRef(onChange)
  latest.current = onChange
  const commit = useCallback((text: string) => {
    type(text)
    if (committed.current === text) return
    committed.current = text
    latest.current(text)
  }, [])
  useEffect(() => {
    if (value === committed.current) return
    committed.current = value
    type(value)
  }, [value])
  useEffect(() => {
    const timer = setTimeout(() => commit(typed), typingMs)
    return () => clearTimeout(timer)
  }, [typed, commit])
  return { typed, type, commit }
}

function useSlashKey(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !(event.target instanceof Element)) return
      if (event.target.closest('input, textarea, [role="dialog"], [contenteditable]')) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
