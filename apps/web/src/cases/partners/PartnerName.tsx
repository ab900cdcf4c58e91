import { businessTypes, type Partner } from '@pontic/contract'
import { IconBuildingHospital } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconCrown } from '../../ui/dental-icons.tsx'
import { ImageView } from '../../ui/ImageView.tsx'
import css from './Partners.module.css'

/** An organization's name with the picture of its type, and what else stands under the name. */
export function PartnerName({ partner, children }: { partner: Partner; children?: ReactNode }) {
  return (
    <span className={css.partnerName}>
      <PartnerPicture partner={partner} />
      <span className={css.partnerLines}>
        <span className="one-line" title={partner.name}>
          <ProfileLink partner={partner} />
        </span>
        {children}
      </span>
    </span>
  )
}

/** The name, leading to the organization's page. */
export function ProfileLink({ partner }: { partner: Pick<Partner, 'organizationId' | 'name'> }) {
  return (
    <Link className="row-link" to="/organization/profile/$id" params={{ id: partner.organizationId }}>
      {partner.name}
    </Link>
  )
}

/** The logo; without one a crown for laboratories, a house for clinics. */
export function PartnerPicture(props: {
  partner: Pick<Partner, 'businessType' | 'logoImageId'>
  sizePx?: number
}) {
  const { partner, sizePx = 18 } = props
  const Icon = partner.businessType === businessTypes.lab ? IconCrown : IconBuildingHospital
  return (
    <span className="partner-picture">
      <ImageView imageId={partner.logoImageId} alt="" fallback={<Icon size={sizePx} stroke={1.75} />} />
    </span>
  )
}

/** What kind of organization it is, in words. */
export function PartnerType({ partner }: { partner: Pick<Partner, 'businessType'> }) {
  return useTexts('orgTypes')(`${partner.businessType}`)
}
