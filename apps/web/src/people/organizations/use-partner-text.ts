import { useTexts } from '../../frame/i18n.tsx'
import { canOpen, screenOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'

type PartnerText =
  | 'common.addressHelp'
  | `organizations.${'nameHelp' | 'contactHelp' | 'termsHelp' | 'partnership'}`

/** Returns a function for texts about partners. Its result is undefined for users who manage no partners, such as the platform's. */
export function usePartnerText(): (key: PartnerText) => string | undefined {
  const t = useTexts()
  const session = useSession()
  const hasPartners = session !== undefined && canOpen(screenOf('/followcard/list'), session)
  return (key) => (hasPartners ? t(key) : undefined)
}
