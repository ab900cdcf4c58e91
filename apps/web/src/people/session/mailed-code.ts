import { EmailCode, readInput } from '@pontic/contract'
import { useRouterState } from '@tanstack/react-router'

/**
 * The code that an emailed link carries behind the # (`/verifyEmail#code=…`), where no server and no log sees it.
 * @returns undefined where the address holds none that could be one
 */
export function readMailedCode(hash: string): string | undefined {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code')
  const read = readInput(EmailCode, code)
  return read.isValid ? read.value : undefined
}

/** The code of the address that is open now; another link opened in the same tab brings another one. */
export const useMailedCode = () => useRouterState({ select: (state) => readMailedCode(state.location.hash) })
