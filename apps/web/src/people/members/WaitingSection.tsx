import { Button, Group, Text } from '@mantine/core'
import { limits, type Member } from '@pontic/contract'
import { clsx } from 'clsx'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { DateText } from '../../ui/formats.tsx'
import { Section } from '../../ui/Page.tsx'
import css from './Members.module.css'
import type { PressMember } from './member-actions.ts'

/** Members who wait for approval. Hidden if there are none. */
export function WaitingSection({ onPress }: { onPress: PressMember }) {
  const t = useTexts('members.waiting')
  const list = useRead('members.list', { body: { filter: 'waiting', pageSize: limits.pageSizeMax } })
  // If the call fails, the list of all members below shows the error.
  if (!list.data || list.data.list.length === 0) return null
  return (
    <Section title={t('title', { count: list.data.total })}>
      <Text c="dimmed" mt={-8}>
        {t('text')}
      </Text>
      <ul className={css.waitingList}>
        {list.data.list.map((member) => (
          <WaitingMember key={member.id} member={member} onPress={onPress} />
        ))}
      </ul>
    </Section>
  )
}

function WaitingMember({ member, onPress }: { member: Member; onPress: PressMember }) {
  const t = useTexts('members.waiting')
  const members = useTexts('members')
  const common = useTexts('common')
  const { name } = member
  return (
    <li>
      <div className={css.memberLines}>
        <span className={clsx(css.memberName, 'one-line')}>{name}</span>
        <span className="meta one-line">{member.email}</span>
        <span className="meta">
          {common('label.registeredAt')} <DateText moment={member.createdAt} />
        </span>
      </div>
      <Group gap={8}>
        <Button
          variant="default"
          aria-label={t('refuseFor', { name })}
          onClick={() => onPress('refuse', member)}
        >
          {members('do.refuse')}
        </Button>
        <Button aria-label={t('approveFor', { name })} onClick={() => onPress('approve', member)}>
          {members('do.approve')}
        </Button>
      </Group>
    </li>
  )
}
