import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import caseViewerCss from './CaseViewer.module.css'
import css from './ViewerTools.module.css'
import type { Tool } from './viewer-tools.ts'

/** All keys of the viewer, over the picture. It takes the focus; Escape closes it. */
export function KeyHelp({ tools, onClose }: { tools: readonly Tool[]; onClose: () => void }) {
  const t = useTexts('viewer')
  const close = useTexts('ui')('close')
  const box = useRef<HTMLElement>(null)
  const drawTool = ({ name, shortcut }: Tool) => (
    <KeyLine key={name} name={t(name)} keys={[shortcut.toUpperCase()]} />
  )
  useEffect(() => box.current?.focus(), [])
  return (
    <section
      ref={box}
      className={clsx(caseViewerCss.viewerSurface, 'viewer-keys')}
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
        <KeyLine name={t('keys.turn')} keys={[t('keys.arrows')]} />
        <KeyLine name={t('keys.move')} keys={[t('keys.shift'), t('keys.arrows')]} />
        {tools.filter(isView).map(drawTool)}
        <KeyLine name={t('views.back')} keys={['6']} />
        {tools.filter((tool) => !isView(tool)).map(drawTool)}
      </dl>
      <p className="meta">{t('keys.mouse')}</p>
    </section>
  )
}

const isView = ({ group }: Tool) => group === 'views'

function KeyLine({ name, keys }: { name: string; keys: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key} className={css.viewerKey}>
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  )
}
