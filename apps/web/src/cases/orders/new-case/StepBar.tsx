import { Group } from '@mantine/core'
import { type DraftStep, draftSteps } from '@pontic/contract'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import listCss from '../../lists.module.css'
import css from './NewCaseDialog.module.css'

/** Shows the steps of a new case as buttons, the current one highlighted, and beside them the state of the draft. */
export function StepBar(props: { step: DraftStep; onStep: (step: DraftStep) => void; children: ReactNode }) {
  const t = useTexts('prescription')
  const names = { case: t('stepCase'), prescription: t('title') }
  return (
    <div className={css.bar}>
      <nav aria-label={t('steps')}>
        <Group component="ol" className={clsx(css.steps, listCss.plain)} gap={8}>
          {draftSteps.map((step, at) => (
            <li key={step}>
              <button
                type="button"
                aria-current={step === props.step ? 'step' : undefined}
                onClick={() => step !== props.step && props.onStep(step)}
              >
                <span className={clsx(css.stepNumber, 'figures')}>{at + 1}</span>
                {names[step]}
              </button>
            </li>
          ))}
        </Group>
      </nav>
      {props.children}
    </div>
  )
}

// Fields of a step. A chart has one tooth in the tab order.
const fields = [
  'input:not([type="hidden"], [type="radio"], [type="file"])',
  'textarea',
  'select',
  '[role="option"][tabindex="0"]',
].join()

/**
 * A step of the form. When it is shown again, the dialog scrolls to the top, and the focus moves to the first invalid field, else to
 * the first field. If the focus stayed on the submit button, a second Enter would send the case.
 */
export function StepPart(props: { isShown: boolean; isFirst: boolean; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  // The focus of the step that is shown when the dialog opens is set by the dialog.
  const wasShown = useRef(props.isFirst && props.isShown)
  useEffect(() => {
    if (props.isShown && !wasShown.current && part.current) focusStep(part.current)
    wasShown.current = props.isShown
  }, [props.isShown])
  return (
    <div ref={part} className={css.step} hidden={!props.isShown}>
      {props.children}
    </div>
  )
}

function focusStep(part: HTMLElement): void {
  part.closest('.dialog')?.querySelector(`.${css.frame}`)?.scrollTo({ top: 0 })
  const shown = (selector: string) =>
    [...part.querySelectorAll<HTMLElement>(selector)].find((field) => field.getClientRects().length > 0)
  ;(shown('[aria-invalid="true"]') ?? shown('[data-autofocus]') ?? shown(fields))?.focus()
}
