import { useEffect, useRef, useState } from 'react'
import { useAddress } from '../../frame/address.ts'
import { readMailedCode } from './mailed-code.ts'

/** Returns the code in the URL of this page. The code changes when the user opens another mailed link in the same tab. */
export const useMailedCode = () => useAddress(({ hash }) => readMailedCode(hash))

/** Sends the code of a mailed link once. @returns `reply` of the call; `retry` sends the code again */
export function useSubmittedCode<Reply>(
  code: string | undefined,
  send: (code: string) => Promise<Reply | undefined>,
) {
  const [reply, setReply] = useState<Reply>()
  const sent = useRef<string>(undefined)
  const retry = async () => {
    if (code === undefined) return
    setReply(undefined)
    setReply(await send(code))
  }
  useEffect(() => {
    if (sent.current === code) return
    sent.current = code
    void retry()
  })
  return { reply, retry }
}
