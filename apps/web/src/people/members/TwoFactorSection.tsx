import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { Section } from '../../ui/Page.tsx'

/** Switch that requires two-factor sign-in of all members. It shows how many members have not set it up. */
export function TwoFactorSection() {
  const t = useTexts('members.twoFactor')
  const rule = useRead('members.twoFactor', {})
  const write = useWrite('members.requireTwoFactor')
  const { data } = rule
  if (!data) return null
  const change = async (isRequired: boolean) => {
    if (await write.send({ body: { isRequired } }))
      showNotice({ level: 'info', text: t(isRequired ? 'required' : 'released') })
  }
  return (
    <Section title={t('title')}>
      <Switch
        label={t('label')}
        description={t('text', { count: data.without })}
        checked={data.isRequired}
        disabled={write.isBusy}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </Section>
  )
}
