import { CallError, type CallErrorKey } from '@pontic/client'
import { useCallback } from 'react'
import { useTexts } from './i18n.tsx'

/** Why a call failed. `message` is a sentence in the user's language. */
export type CallFailure = {
  readonly key: CallErrorKey
  readonly message: string
  readonly requestId: string | undefined
  readonly fields: Readonly<Record<string, string>>
}

/** Returns a function that maps an error of a call to a failure. If the server sent no message, a text of the web app is used. */
export function useFailureText(): (error: unknown) => CallFailure {
  const t = useTexts('ui.error')
  return useCallback(
    (error) => {
      if (!(error instanceof CallError)) {
        console.error(error)
        return { key: 'server.failed', message: t('unexpected'), requestId: undefined, fields: {} }
      }
      const own = error.key.startsWith('network.') ? t('offline') : t('unexpected')
      return {
        key: error.key,
        message: error.message || own,
        requestId: error.requestId ?? undefined,
        fields: error.fields,
      }
    },
    [t],
  )
}
