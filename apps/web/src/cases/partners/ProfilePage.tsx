import { Button, Group, Stack, Text } from '@mantine/core'
import { type PartnerProfile, reachOf } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenName, useScreenParams } from '../../frame/navigation.ts'
import { canOpen, kindOf, screenOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { DetailSkeleton } from '../../ui/DetailSkeleton.tsx'
import { ImageView } from '../../ui/ImageView.tsx'
import { IconPencil } from '../../ui/icons.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { PartnerButtons } from './PartnerButtons.tsx'
import { PartnerPicture, PartnerType } from './PartnerName.tsx'
import partnersCss from './Partners.module.css'
import { ProfileFacts } from './ProfileFacts.tsx'
import css from './ProfilePage.module.css'
import { RelationBadge } from './Relation.tsx'
import { RemakeFigures } from './RemakeFigures.tsx'
import { usePartnerActions } from './use-partner-actions.tsx'

/** The profile of an organization (requirement 2.organization). */
export function ProfilePage() {
  const { id = '' } = useScreenParams()
  const t = useTexts()
  const read = useRead('partners.profile', { params: { id } })
  const { data: profile } = read
  useScreenName(profile?.name)
  return (
    <Page
      title={profile ? <ProfileName profile={profile} /> : t('screens.profile')}
      width="text"
      actions={profile && <ProfileActions profile={profile} />}
    >
      <Loaded read={read} skeleton={<DetailSkeleton />}>
        {(loaded) => <ProfileParts profile={loaded} />}
      </Loaded>
    </Page>
  )
}

function ProfileName({ profile }: { profile: PartnerProfile }) {
  return (
    <span className={css.profileName}>
      <PartnerPicture partner={profile} sizePx={28} />
      <span>{profile.name}</span>
    </span>
  )
}

/** The buttons of the partnership. The profile of the user's own organization has a link to its edit page instead. */
function ProfileActions({ profile }: { profile: PartnerProfile }) {
  const common = useTexts('common')
  const session = useSession()
  const actions = usePartnerActions()
  if (!session) return null
  if (profile.isOwn) {
    if (!canOpen(screenOf('/myinfo/organization'), session)) return null
    return (
      <Button
        variant="default"
        leftSection={<IconPencil />}
        renderRoot={(root) => <Link to="/myinfo/organization" {...root} />}
      >
        {common('do.edit')}
      </Button>
    )
  }
  if (!canOpen(screenOf('/followcard/list'), session)) return null
  return (
    <>
      <PartnerButtons partner={profile} onPress={actions.press} />
      {actions.dialog}
    </>
  )
}

function ProfileParts({ profile }: { profile: PartnerProfile }) {
  const t = useTexts('partners.profile')
  const organizations = useTexts('organizations')
  const partners = useTexts('partners')
  const session = useSession()
  const hasPartners = session !== undefined && reachOf(kindOf(session), 'partner.read') === 'own'
  return (
    <>
      <Covers profile={profile} />
      <Group gap="8px 16px">
        <PartnerType partner={profile} />
        {profile.isOwn ? (
          hasPartners && <span className="quiet">{t('own')}</span>
        ) : (
          <RelationBadge relation={profile.relation} />
        )}
      </Group>
      {profile.message && (
        <blockquote className={clsx(partnersCss.partnerMessage, css.profileMessage)}>
          <span className="only-read">{partners('message')}: </span>
          {profile.message}
        </blockquote>
      )}
      <div className={css.profileColumns}>
        <Stack gap={24}>
          <Section title={organizations('aboutUs')}>
            {profile.about ? (
              <RichText html={profile.about} />
            ) : (
              <Text c="dimmed">{t('noAbout', { name: profile.name })}</Text>
            )}
          </Section>
          {profile.terms && (
            <Section title={organizations('termsTitle')}>
              <RichText html={profile.terms} />
            </Section>
          )}
        </Stack>
        <Stack gap={24}>
          <Section title={t('contact')}>
            <ProfileFacts profile={profile} />
          </Section>
          <RemakeFigures profile={profile} />
        </Stack>
      </div>
    </>
  )
}

/** The cover images: the first one large, the others in a grid below it. */
function Covers({ profile }: { profile: PartnerProfile }) {
  const t = useTexts('partners.profile')
  const { coverImageIds, name } = profile
  if (coverImageIds.length === 0) return null
  return (
    <ul className={css.profileCovers} aria-label={t('covers', { name })}>
      {coverImageIds.map((id, at) => (
        <li key={id}>
          <ImageView
            imageId={id}
            alt={t('cover', { number: at + 1, name })}
            className={css.profileCover}
            fallback={<span className={css.profileCover} />}
          />
        </li>
      ))}
    </ul>
  )
}
