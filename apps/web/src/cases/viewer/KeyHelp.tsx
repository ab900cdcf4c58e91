import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import type { BindingName } from '@pontic/viewer/scene'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconX } from '../../ui/icons.ts'
import type { SpaceMouse } from './use-space-mouse.ts'
import css from './Viewer.module.css'
import { keyOf, type Tool } from './viewer-tools.ts'

/** The sets of mouse buttons, with the key of their description. The names are those of products. */
const bindingChoices = [
  { value: 'pontic', label: 'Pontic', text: 'keys.mousePontic' },
  { value: 'exocad', label: 'exocad', text: 'keys.mouseExocad' },
  { value: '3shape', label: '3Shape', text: 'keys.mouse3Shape' },
] as const

/**
 * Lists the keyboard shortcuts over the 3D view, and lets the user choose what the mouse buttons do. It gets the focus when it
 * opens, and Escape closes it.
 */
export function KeyHelp(props: {
  tools: readonly Tool[]
  bindings: BindingName
  onBindings: (next: BindingName) => void
  spaceMouse: SpaceMouse
  onClose: () => void
}) {
  const t = useTexts('viewer')
  const close = useTexts('ui')('close')
  const box = useRef<HTMLElement>(null)
  const { tools, bindings, spaceMouse } = props
  useEffect(() => box.current?.focus(), [])
  const lines = [
    { name: t('keys.turn'), keys: [t('keys.arrows')] },
    { name: t('keys.move'), keys: [t('keys.shift'), t('keys.arrows')] },
    ...tools.map((tool) => ({ name: t(tool.name), keys: [keyOf(tool).toUpperCase()] })),
  ]
  const choice = bindingChoices.find(({ value }) => value === bindings) ?? bindingChoices[0]
  return (
    <section
      ref={box}
      className={clsx(css.viewerSurface, css.viewerKeys)}
      role="dialog"
      aria-label={t('keys.title')}
      tabIndex={-1}
    >
      <header>
        <h2>{t('keys.title')}</h2>
        <ActionIcon size={28} aria-label={close} onClick={props.onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <p className="meta">{t('keys.lead')}</p>
      <dl>
        {lines.map(({ name, keys }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={css.viewerKey}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className={css.viewerHands}>
        <NativeSelect
          label={t('keys.mouse')}
          data={bindingChoices.map(({ value, label }) => ({ value, label }))}
          value={bindings}
          onChange={(event) => props.onBindings(event.currentTarget.value as BindingName)}
        />
        <p className="meta">{t(choice.text)}</p>
        <p className="meta">{t('keys.pointer')}</p>
        <p className="meta">{t('keys.touch')}</p>
        {spaceMouse.isConnected ? (
          <p className="meta" role="status">
            {t('keys.spaceMouseReady')}
          </p>
        ) : (
          spaceMouse.connect && (
            <Button variant="default" size="xs" onClick={spaceMouse.connect}>
              {t('keys.spaceMouse')}
            </Button>
          )
        )}
      </div>
    </section>
  )
}
