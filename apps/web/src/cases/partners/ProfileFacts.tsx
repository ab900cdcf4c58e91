import { Anchor, Text } from '@mantine/core'
import { type PartnerProfile, richTextLinkRel } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { DateText } from '../../ui/formats.tsx'
import { Facts } from '../../ui/Page.tsx'
import css from './ProfilePage.module.css'

/**
 * The address and the contact data of an organization. Contact person, phone numbers, email and license are null unless the
 * reader is a partner or a member of the organization, or belongs to the platform.
 */
export function ProfileFacts({ profile }: { profile: PartnerProfile }) {
  const t = useTexts('partners.profile')
  const partners = useTexts('partners')
  const organizations = useTexts('organizations')
  const common = useTexts('common')
  const address = [profile.address, profile.postalCode].filter(Boolean).join(', ')
  return (
    <>
      <Facts
        facts={[
          [common('label.address'), address],
          [organizations('website'), profile.websiteUrl && <Website url={profile.websiteUrl} />],
          [common('label.contactPerson'), profile.contactPerson],
          [organizations('officePhone'), profile.officePhone && <Phone number={profile.officePhone} />],
          [common('label.mobilePhone'), profile.mobilePhone && <Phone number={profile.mobilePhone} />],
          [
            common('label.email'),
            profile.email && (
              <Anchor key="email" href={`mailto:${profile.email}`}>
                {profile.email}
              </Anchor>
            ),
          ],
          [common('label.license'), profile.licenseNumber],
          [
            partners('column.since'),
            profile.relation === 'partner' && profile.since ? (
              <DateText key="since" moment={profile.since} />
            ) : null,
          ],
          [t('registered'), <DateText key="registered" moment={profile.registeredAt} />],
        ]}
      />
      {profile.contactPerson === null && <Text className="meta">{t('contactHidden')}</Text>}
    </>
  )
}

/** A link that opens in a new tab without a referrer (threat T37). */
function Website({ url }: { url: string }) {
  return (
    <Anchor href={url} target="_blank" rel={richTextLinkRel} className={css.profileWebsite}>
      {url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
    </Anchor>
  )
}

function Phone({ number }: { number: string }) {
  return (
    <Anchor href={`tel:${number.replace(/[^+\d]/g, '')}`} c="inherit">
      {number}
    </Anchor>
  )
}
