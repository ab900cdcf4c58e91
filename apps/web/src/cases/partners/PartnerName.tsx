import { businessTypes, type Partner } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconCrown } from '../../ui/dental-icons.tsx'
import { ImageView } from '../../ui/ImageView.tsx'
import { IconBuildingHospital } from '../../ui/icons.ts'
import css from './Partners.module.css'

/** The picture and the name of an organization. @param props.children more lines under the name */
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

/** The name of an organization as a link to its profile. */
export function ProfileLink({ partner }: { partner: Pick<Partner, 'organizationId' | 'name'> }) {
  return (
    <Link className="row-link" to="/organization/profile/$id" params={{ id: partner.organizationId }}>
      {partner.name}
    </Link>
  )
}

/** The logo of an organization. Without a logo, an icon: a crown for a laboratory, a building for a clinic. */
export function PartnerPicture(props: {
  partner: Pick<Partner, 'businessType' | 'logoImageId'>
  sizePx?: number
}) {
  const { partner, sizePx = 18 } = props
  const Icon = partner.businessType === businessTypes.lab ? IconCrown : IconBuildingHospital
  return (
    <span className="partner-picture">
      <ImageView imageId={partner.logoImageId} alt="" fallback={<Icon size={sizePx} />} />
    </span>
  )
}

/** The name of an organization's type: clinic or laboratory. */
export function PartnerType({ partner }: { partner: Pick<Partner, 'businessType'> }) {
  return useTexts('orgTypes')(`${partner.businessType}`)
}
