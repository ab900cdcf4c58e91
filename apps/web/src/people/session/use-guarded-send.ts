import type { RouteCall, RouteName, RouteReply, Routes } from '@pontic/contract'
import { useState } from 'react'
import { useFailureText } from '../../frame/failures.ts'
import { showNotice } from '../../frame/notices.ts'
import { portal } from '../../frame/session.ts'
import type { Captcha } from './use-captcha.ts'

/** Names of the public calls that may require a captcha (rules §4). */
export type GuardedName = Extract<
  RouteName,
  'organizations.register' | 'organizations.listByName' | 'members.register'
>
type Body<N extends GuardedName> = RouteCall<Routes[N]>['body']

/**
 * Sends a call with the answer to the captcha. If the call requires a captcha, the form shows it.
 * @param options.form shows messages of fields; other failures are shown in a notice
 * @returns `send` resolves to the reply, or to undefined after a failure
 */
export function useGuardedSend<N extends GuardedName>(
  name: N,
  options: { captcha: Captcha; form?: { showFields: (fields: Record<string, string>) => void } },
) {
  const textOf = useFailureText()
  const [isBusy, setBusy] = useState(false)
  const { captcha, form } = options
  const send = async (body: Omit<Body<N>, 'captcha'>): Promise<RouteReply<Routes[N]> | undefined> => {
    setBusy(true)
    try {
      const answer = captcha.answer()
      const input = { body: { ...body, ...(answer ? { captcha: answer } : {}) } } as RouteCall<Routes[N]>
      const reply = await portal.call(name, input as never)
      captcha.reset()
      return reply as RouteReply<Routes[N]>
    } catch (error) {
      if (captcha.onFailure(error)) return undefined
      const failure = textOf(error)
      const hasFields = Object.keys(failure.fields).length > 0
      if (form && hasFields) form.showFields({ ...failure.fields })
      else showNotice({ level: 'error', text: failure.message, requestId: failure.requestId })
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { send, isBusy }
}
