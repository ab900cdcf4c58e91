import { passwordDigest } from '@pontic/client'
import { type JoinableOrganization, memberRoutes, NewPassword, repeatedPasswordKey } from '@pontic/contract'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '../../ui/contract-form.ts'
import { Filled, GivenEmail } from '../../ui/form-fields.ts'
import { useEmailAvailability } from './use-availability.ts'
import { useCaptcha } from './use-captcha.ts'
import { useGuardedSend } from './use-guarded-send.ts'

const MemberForm = z.strictObject({
  organizationId: z.string().check(z.minLength(1, 'organization_chosen')),
  name: z.pipe(Filled, memberRoutes['members.register'].body.shape.name),
  email: GivenEmail,
  password: z.pipe(Filled, NewPassword),
  confirm: Filled,
})

const start = { organizationId: '', name: '', email: '', password: '', confirm: '' }

/** The registration of a member into an organization that he has found. Passwords are never kept. */
export function useMemberRegistration(options: {
  isLab: boolean
  onSent: (sent: { email: string; organization: string }) => void
}) {
  const [chosen, setChosen] = useState<JoinableOrganization>()
  const [settledEmail, settleEmail] = useState('')
  const taken = useRef<string>(undefined)
  const form = useContractForm({
    schema: MemberForm,
    initial: start,
    draft: 'join',
    secrets: ['password', 'confirm', 'organizationId'],
    check: ({ email, password, confirm }) => ({
      ...(email !== '' && email === taken.current ? { email: 'email_taken' as const } : {}),
      confirm: repeatedPasswordKey(password, confirm),
    }),
  })
  const emailState = useEmailAvailability(form.values.email, settledEmail)
  taken.current = emailState === 'taken' ? form.values.email : undefined
  const captcha = useCaptcha('availability')
  const searchCaptcha = useCaptcha('availability')
  const { send, isBusy } = useGuardedSend('members.register', { captcha, form })
  const choose = (organization: JoinableOrganization | undefined) => {
    setChosen(organization)
    form.setFieldValue('organizationId', organization?.organizationId ?? '')
  }
  useForgetting(options.isLab, () => choose(undefined))
  const submit = form.submit(async ({ confirm: _, ...member }) => {
    if (!(await send({ ...member, password: passwordDigest(member.password) }))) return
    form.forgetDraft()
    options.onSent({ email: member.email, organization: chosen?.name ?? '' })
  })
  const settle = () => settleEmail(form.values.email)
  return { form, submit, isBusy, chosen, choose, emailState, settleEmail: settle, captcha, searchCaptcha }
}

/** What was chosen among laboratories is forgotten when a clinic is wanted, and the other way round. */
function useForgetting(isLab: boolean, forget: () => void) {
  const last = useRef(isLab)
  const latest = useRef(forget)
  latest.current = forget
  useEffect(() => {
    if (last.current === isLab) return
    last.current = isLab
    latest.current()
  }, [isLab])
}
