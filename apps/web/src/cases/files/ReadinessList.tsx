import { Group } from '@mantine/core'
import type { OrderFile, ReadinessNote } from '@pontic/contract'
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import { useTexts } from '../../frame/i18n.tsx'
import css from './ReadinessList.module.css'

/** Notes about the scans of a case: first those that block sending, then warnings. */
export function ReadinessList(props: { notes: readonly ReadinessNote[]; files: readonly OrderFile[] }) {
  const { notes, files } = props
  const walls = notes.filter(({ isWall }) => isWall)
  const warnings = notes.filter(({ isWall }) => !isWall)
  return (
    <>
      <Notes notes={walls} files={files} isWall />
      <Notes notes={warnings} files={files} isWall={false} />
    </>
  )
}

function Notes(props: { notes: readonly ReadinessNote[]; files: readonly OrderFile[]; isWall: boolean }) {
  const t = useTexts('orders.readiness')
  const { notes, files, isWall } = props
  if (notes.length === 0) return null
  const Icon = isWall ? IconAlertCircle : IconInfoCircle
  const nameOf = (id: string | undefined) => files.find((file) => file.id === id)?.name ?? ''
  return (
    <div className={css.notes} data-wall={isWall || undefined}>
      <Group className={css.title} gap={8} fw={500} wrap="nowrap">
        <Icon size={18} stroke={1.75} aria-hidden="true" />
        {t(isWall ? 'walled' : 'title')}
      </Group>
      <ul>
        {notes.map(({ word, fileId, unit = 'unknown', number = '' }) => (
          <li key={`${word} ${fileId}`}>{t(word, { file: nameOf(fileId), unit, number })}</li>
        ))}
      </ul>
    </div>
  )
}
