import { Button } from '@mantine/core'
import type { Partner, PartnershipAction } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import css from './Partners.module.css'
import { actionsOf } from './partner-actions.ts'

/** Props of the dialogs of partners. */
export type PartnerDialogProps = { subject: Partner; isOpen: boolean; onClose: () => void }

/** Runs an action on a partner. */
export type PressPartner = (action: PartnershipAction, partner: Partner) => void

const filled: readonly PartnershipAction[] = ['approve']
const quiet: readonly PartnershipAction[] = ['remove']

/** The buttons of the actions that the relation allows. Approving is a filled button, removing a quiet one. */
export function PartnerButtons({ partner, onPress }: { partner: Partner; onPress: PressPartner }) {
  const t = useTexts('partner.action')
  const named = useTexts('partners')
  return (
    <span className={css.partnerButtons}>
      {actionsOf(partner.relation).map((action, index) => (
        <Button
          // A stable key keeps the focus on the first button when its action changes.
          key={index === 0 ? 'first' : action}
          size="compact-sm"
          variant={filled.includes(action) ? 'filled' : quiet.includes(action) ? 'subtle' : 'default'}
          {...(quiet.includes(action) ? { color: 'gray' } : {})}
          aria-label={named('actionFor', { action: t(action), name: partner.name })}
          onClick={() => onPress(action, partner)}
        >
          {t(action)}
        </Button>
      ))}
    </span>
  )
}
