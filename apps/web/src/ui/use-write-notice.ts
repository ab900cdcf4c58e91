import type { RouteName } from '@pontic/contract'
import { useCallback } from 'react'
import { type Input, type Reply, useWrite } from '../frame/api.ts'
import { showNotice } from '../frame/notices.ts'

/**
 * Sends a call without a dialog and shows a notice after a success.
 * @returns `send` has the call's input and the text of the notice as parameters. It returns undefined after a failure.
 */
export function useWriteNotice<N extends RouteName>(call: N) {
  const { send: write, isBusy } = useWrite(call)
  const send = useCallback(
    async (input: Input<N>, done: string | ((reply: Reply<N>) => string)) => {
      const reply = await write(input)
      if (reply === undefined) return
      showNotice({ level: 'info', text: typeof done === 'function' ? done(reply) : done })
      return reply
    },
    [write],
  )
  return { send, isBusy }
}
