import type { PartnerProfile } from '@pontic/contract'
import { clsx } from 'clsx'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { NumberText } from '../../ui/formats.tsx'
import { Section } from '../../ui/Page.tsx'
import css from './RemakeFigures.module.css'

/** The number of remakes with a partner, by the causes that each party has stated. Empty for other organizations. */
export function RemakeFigures({ profile }: { profile: PartnerProfile }) {
  const isPartner = !profile.isOwn && profile.relation === 'partner'
  return isPartner ? <Figures partnerId={profile.organizationId} /> : null
}

function Figures({ partnerId }: { partnerId: string }) {
  const t = useTexts('remakes.figures')
  const remakes = useTexts('remakes')
  const causes = useTexts('remakes.causes')
  const { data } = useRead('remakes.figures', { body: { partnerId } })
  if (!data) return null
  const [figures] = data.list
  return (
    <Section title={t('title')}>
      {figures ? (
        <>
          <p className={clsx(css.remakeSum, 'quiet')}>
            {t('total', { count: figures.total })}
            {figures.disputed > 0 && ` · ${t('disputed', { count: figures.disputed })}`}
            {figures.unanswered > 0 && ` · ${t('unanswered', { count: figures.unanswered })}`}
          </p>
          <table className={css.remakeFigures}>
            <thead>
              <tr>
                <th scope="col">{remakes('dialog.cause')}</th>
                <th scope="col">{t('byClinic')}</th>
                <th scope="col">{t('byLab')}</th>
              </tr>
            </thead>
            <tbody>
              {figures.causes
                .filter(({ byClinic, byLab }) => byClinic + byLab > 0)
                .map(({ cause, byClinic, byLab }) => (
                  <tr key={cause}>
                    <th scope="row">{causes(cause)}</th>
                    <td>
                      <NumberText value={byClinic} />
                    </td>
                    <td>
                      <NumberText value={byLab} />
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </>
      ) : (
        <p className="quiet">{t('none')}</p>
      )}
    </Section>
  )
}
