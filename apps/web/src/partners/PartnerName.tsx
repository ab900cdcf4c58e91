import { businessTypes, type Partner } from '@pontic/contract'
import { IconBuildingHospital } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n.tsx'
import { IconCrown } from '../ui/dental-icons.tsx'

/** An organization's name with the picture of its type, and what else stands under the name. */
export function PartnerName({ partner, children }: { partner: Partner; children?: ReactNode }) {
  return (
    <span className="partner-name">
      <PartnerPicture partner={partner} />
      <span className="partner-lines">
        <span className="one-line" title={partner.name}>
          {partner.name}
        </span>
        {children}
      </span>
    </span>
  )
}

/** A crown for laboratories, a house for clinics. */
export function PartnerPicture({ partner }: { partner: Partner }) {
  const Icon = partner.businessType === businessTypes.lab ? IconCrown : IconBuildingHospital
  return (
    <span className="partner-picture">
      <Icon size={18} stroke={1.75} />
    </span>
  )
}

/** What kind of organization it is, in words. */
export function PartnerType({ partner }: { partner: Partner }) {
  return useTexts('orgTypes')(`${partner.businessType}`)
}
