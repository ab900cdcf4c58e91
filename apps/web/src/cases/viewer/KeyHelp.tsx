import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import css from './Viewer.module.css'
import { keyOf, type Tool } from './viewer-tools.ts'

/** Lists the keyboard shortcuts over the 3D view. It gets the focus when it opens, and Escape closes it. */
export function KeyHelp({ tools, onClose }: { tools: readonly Tool[]; onClose: () => void }) {
  const t = useTexts('viewer')
  const close = useTexts('ui')('close')
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const lines = [
    { name: t('keys.turn'), keys: [t('keys.arrows')] },
    { name: t('keys.move'), keys: [t('keys.shift'), t('keys.arrows')] },
    ...tools.map((tool) => ({ name: t(tool.name), keys: [keyOf(tool).toUpperCase()] })),
  ]
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
        <ActionIcon size={28} aria-label={close} onClick={onClose}>
          <IconX size={16} stroke={1.75} />
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
      <p className="meta">{t('keys.mouse')}</p>
    </section>
  )
}
