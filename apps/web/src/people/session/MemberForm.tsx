import { Stack } from '@mantine/core'
import { passwordDigest } from '@pontic/client'
import type { JoinableOrganization } from '@pontic/contract'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { OrganizationSearch } from './OrganizationSearch.tsx'
import { PersonFields } from './PersonFields.tsx'
import { useCaptcha } from './use-captcha.ts'
import { personShape, personValues, useRegistrationForm } from './use-registration-form.ts'

const schema = z.strictObject({
  organizationId: z.string().check(z.minLength(1, 'organization_chosen')),
  ...personShape,
})

/**
 * The registration of a member, who chooses an organization and then waits for its approval (rules §4).
 * @param props.onSent called with the address of the verification mail and the organization's name
 */
export function MemberForm(props: {
  isLab: boolean
  onSent: (sent: { email: string; organization: string }) => void
}) {
  const t = useTexts('session.joining')
  const { isLab } = props
  const [chosen, setChosen] = useState<JoinableOrganization>()
  const searchCaptcha = useCaptcha('availability')
  const { send, ...fields } = useRegistrationForm('members.register', {
    schema,
    initial: { organizationId: '', ...personValues },
    draft: 'join',
    secrets: ['password', 'confirm', 'organizationId'],
  })
  const { form } = fields
  const choose = (organization: JoinableOrganization | undefined) => {
    setChosen(organization)
    form.setFieldValue('organizationId', organization?.organizationId ?? '')
  }
  useChange(isLab, () => choose(undefined))
  const submit = form.submit(async ({ confirm: _, ...member }) => {
    if (!(await send({ ...member, password: passwordDigest(member.password) }))) return
    form.deleteDraft()
    props.onSent({ email: member.email, organization: chosen?.name ?? '' })
  })
  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap={16}>
        <p className="quiet">{t(isLab ? 'textLab' : 'textClinic')}</p>
        <OrganizationSearch
          key={String(isLab)}
          isLab={isLab}
          chosen={chosen}
          onChoose={choose}
          error={form.errors.organizationId}
          captcha={searchCaptcha}
        />
        <PersonFields {...fields} submitText={t('submit')} />
      </Stack>
    </form>
  )
}

/** Runs an action when a value changes, but not at the mount. */
function useChange(value: unknown, act: () => void) {
  const last = useRef(value)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    latest.current()
  }, [value])
}
