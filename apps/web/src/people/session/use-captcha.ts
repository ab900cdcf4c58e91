import { CallError } from '@pontic/client'
import type { CaptchaAnswer, CaptchaKind, CaptchaPurpose } from '@pontic/contract'
import { useCallback, useRef, useState } from 'react'
import { useFailureText } from '../../frame/failures.ts'
import { portal } from '../../frame/session.ts'

type Asked = { codeId: string; kind: CaptchaKind }
type State = { asked?: Asked; code: string; isWrong: boolean; isBusy: boolean; trouble?: string }

const start: State = { code: '', isWrong: false, isBusy: false }

/** State of a form's captcha, for `CaptchaField` and for the calls of the form. */
export type Captcha = ReturnType<typeof useCaptcha>

/**
 * Manages the captcha that a form's calls may require. Send `answer()` with each such call, and pass its error to `onFailure`.
 * @returns `isAsked`: true after the first `captcha.required`; `ask(kind, email)` requests a new picture or mailed code
 */
export function useCaptcha(purpose: CaptchaPurpose) {
  const [state, setState] = useState<State>(start)
  const textOf = useFailureText()
  const latest = useRef(state)
  latest.current = state

  const ask = useCallback(
    async (kind: CaptchaKind, email?: string) => {
      setState((before) => ({ ...before, isBusy: true }))
      try {
        const body = { purpose, kind, ...(kind === 'mail' && email ? { email } : {}) }
        const { codeId } = await portal.call('captcha.create', { body })
        setState({ ...start, asked: { codeId, kind } })
      } catch (error) {
        const trouble = textOf(error).message
        setState((before) => ({ ...before, isBusy: false, trouble }))
      }
    },
    [purpose, textOf],
  )

  /** Handles the error of a guarded call. @returns whether the captcha was missing or wrong */
  const onFailure = useCallback(
    (error: unknown): boolean => {
      const key = error instanceof CallError ? error.key : undefined
      if (key === 'captcha.wrong') setState((before) => ({ ...before, code: '', isWrong: true }))
      // Any other error has used up the shown captcha, so a new one is requested, as for the first `captcha.required`.
      else if (key === 'captcha.required' || latest.current.asked) void ask('graphic')
      return key === 'captcha.wrong' || key === 'captcha.required'
    },
    [ask],
  )

  const answer = useCallback((): CaptchaAnswer | undefined => {
    const { asked, code } = latest.current
    return asked && code.trim() !== '' ? { codeId: asked.codeId, code } : undefined
  }, [])

  return {
    ...state,
    isAsked: state.asked !== undefined || state.trouble !== undefined,
    type: (code: string) => setState((before) => ({ ...before, code, isWrong: false })),
    ask,
    onFailure,
    answer,
    /** Hides the captcha after a successful call. */
    reset: () => setState(start),
  }
}
