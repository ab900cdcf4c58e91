import { CallError } from '@pontic/client'
import type { RouteCall, RouteName, RouteReply, Routes } from '@pontic/contract'
import { useState } from 'react'
import { useFailureText } from '../../frame/api.ts'
import { showNotice } from '../../frame/notices.ts'
import { portal } from '../../frame/session.ts'
import type { Captcha } from './use-captcha.ts'

/** The calls before the sign-in that may ask for a captcha (rules §4). */
type GuardedName = Extract<
  RouteName,
  'organizations.register' | 'organizations.listByName' | 'members.register'
>
type Body<N extends GuardedName> = RouteCall<Routes[N]>['body']

/**
 * Sends a guarded call with the answer to the captcha, if there is one; a captcha that is asked for shows itself.
 * @param options.form where field messages go; without it, and where there are none, the failure is told as a notice
 * @returns `send` gives the reply, or undefined when the call failed and that has been told
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
      captcha.forget()
      return reply as RouteReply<Routes[N]>
    } catch (error) {
      if (captcha.hear(error)) return undefined
      const failure = textOf(error)
      const hasFields = Object.keys(failure.fields).length > 0
      if (form && hasFields) form.showFields({ ...failure.fields })
      else showNotice({ level: 'error', text: failure.message, requestId: requestOf(error) })
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { send, isBusy }
}

const requestOf = (error: unknown) =>
  error instanceof CallError ? (error.requestId ?? undefined) : undefined
