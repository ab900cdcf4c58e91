import { Title } from '@mantine/core'
import { useTexts } from '../i18n.tsx'

/** How a member of an organization comes to Pontic: an administrator adds him (decisions §4). */
export function MemberHint({ isLab }: { isLab: boolean }) {
  const t = useTexts('session.registration')
  return (
    <section className="member-hint" aria-live="polite">
      <Title order={2}>{t('memberTitle')}</Title>
      <p>{t(isLab ? 'memberLab' : 'memberClinic')}</p>
      <p>{t('memberNone')}</p>
    </section>
  )
}
