import { Group } from '@mantine/core'
import type { OrderFile, ReadinessNote } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { IconAlertCircle, IconInfoCircle } from '../../ui/icons.ts'
import css from './ReadinessList.module.css'

/** Shows the notes about the scans of a case, one for each kind: first those that block sending, then warnings. */
export function ReadinessList(props: { notes: readonly ReadinessNote[]; files: readonly OrderFile[] }) {
  const { notes, files } = props
  const blocking = notes.filter(({ blocksSending }) => blocksSending)
  const warnings = notes.filter(({ blocksSending }) => !blocksSending)
  return (
    <>
      <Notes notes={blocking} files={files} blocksSending />
      <Notes notes={warnings} files={files} blocksSending={false} />
    </>
  )
}

function Notes(props: {
  notes: readonly ReadinessNote[]
  files: readonly OrderFile[]
  blocksSending: boolean
}) {
  const t = useTexts('orders.readiness')
  const { notes, files, blocksSending } = props
  if (notes.length === 0) return null
  const Icon = blocksSending ? IconAlertCircle : IconInfoCircle
  const nameOf = (id: string | undefined) => files.find((file) => file.id === id)?.name ?? ''
  return (
    <div className={css.notes} data-wall={blocksSending || undefined}>
      <Group className={css.title} gap={8} fw={500} wrap="nowrap">
        <Icon />
        {t(blocksSending ? 'walled' : 'title')}
      </Group>
      <ul>
        {[...Map.groupBy(notes, ({ word, unit }) => `${word} ${unit}`)].map(([kind, [first, ...alike]]) => (
          <li key={kind}>
            {first &&
              t(first.word, {
                file: nameOf(first.fileId),
                unit: first.unit ?? 'unknown',
                number: first.number ?? '',
              })}
            {alike.length > 0 && (
              <details>
                <summary>{t('alike', { count: alike.length })}</summary>
                {alike.map(({ fileId }) => nameOf(fileId)).join(', ')}
              </details>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
