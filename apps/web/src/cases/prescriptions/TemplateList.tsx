import { ActionIcon, Button } from '@mantine/core'
import type { CasePrescriptions, OrderType, Prescription, PrescriptionTemplate } from '@pontic/contract'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { caseFacts, isFixed, rowsOf } from './facts.ts'
import { InlinePanel } from './fields.tsx'
import css from './PrescriptionForm.module.css'
import { usePrescriptionWords } from './words.ts'

/** Lists the user's own and the clinic's templates for a type of order, to apply or to delete. */
export function TemplateList(props: {
  type: OrderType
  onUse: (given: CasePrescriptions) => void
  onClose: () => void
}) {
  const t = useTexts('prescription.templates')
  const { data, failure, refetch } = useRead('prescriptions.listTemplates', {})
  const list = data?.list.filter(({ prescription }) => prescription.type === props.type)
  const use = ({ name, prescription, morePrescriptions }: PrescriptionTemplate) => {
    props.onUse({ prescription, morePrescriptions })
    showNotice({ level: 'info', text: t('applied', { name }) })
  }
  return (
    <InlinePanel title={t('choose')} onClose={props.onClose}>
      {failure && <ErrorState {...failure} onRetry={refetch} />}
      {list?.length === 0 && <p className="quiet">{t('none')}</p>}
      <ul className={css.choices}>
        {list?.map((template) => (
          <Template key={template.id} template={template} onUse={() => use(template)} />
        ))}
      </ul>
    </InlinePanel>
  )
}

function Template({ template, onUse }: { template: PrescriptionTemplate; onUse: () => void }) {
  const t = useTexts('prescription.templates')
  const summary = usePrescriptionSummary()
  const { send, isBusy } = useWrite('prescriptions.deleteTemplate')
  const { id, name, isShared, by, mayWrite } = template
  return (
    <li>
      <span className={css.choice}>
        <strong>{name}</strong>
        <span className="quiet">
          {[template.prescription, ...template.morePrescriptions].map(summary).filter(Boolean).join('; ')}
        </span>
        {isShared && (
          <span className="meta">
            {t('shared')}, {t('by', { name: by })}
          </span>
        )}
      </span>
      {mayWrite && (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('remove', { name })}
          disabled={isBusy}
          onClick={() => void send({ params: { id } })}
        >
          <IconTrash />
        </ActionIcon>
      )}
      <Button variant="default" size="xs" onClick={onUse} aria-label={`${t('use')}: ${name}`}>
        {t('use')}
      </Button>
    </li>
  )
}

/** @returns a function that summarizes a prescription in one line */
function usePrescriptionSummary(): (prescription: Prescription) => string {
  const words = usePrescriptionWords()
  return (prescription) => {
    if (isFixed(prescription))
      return rowsOf(prescription, words)
        .map(({ teeth, work, material }) => [words.teeth(teeth), work, material].filter(Boolean).join(' '))
        .join('; ')
    return caseFacts(prescription, words)
      .slice(0, 3)
      .map(([, value]) => value)
      .join(', ')
  }
}
