import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useId } from 'react'
import css from './RichTextField.module.css'

const RichTextEditor = lazy(() =>
  import('./RichTextEditor.tsx').then((file) => ({ default: file.RichTextEditor })),
)

/**
 * A rich text field with a toolbar and the usual keys (Ctrl or ⌘ B, I, U). The editor is loaded lazily.
 * @param props.value HTML, or an empty string
 * @param props.onChange called with HTML that the contract allows, or with an empty string if there is no text
 */
export function RichTextField(props: {
  label: string
  description?: ReactNode
  value: string
  error?: ReactNode
  onChange: (html: string) => void
}) {
  const ids = { label: useId(), help: useId(), error: useId() }
  const described = [props.description && ids.help, props.error && ids.error].filter(Boolean).join(' ')
  return (
    <div className={css.richField}>
      <span className="mantine-InputWrapper-label" id={ids.label}>
        {props.label}
      </span>
      {props.description && (
        <p className={clsx(css.richFieldLine, 'mantine-InputWrapper-description')} id={ids.help}>
          {props.description}
        </p>
      )}
      <Suspense fallback={<div className={css.richFieldPlace} aria-hidden="true" />}>
        <RichTextEditor
          label={props.label}
          labelId={ids.label}
          describedBy={described}
          isWrong={Boolean(props.error)}
          value={props.value}
          onChange={props.onChange}
        />
      </Suspense>
      {props.error && (
        <p
          className={clsx(css.richFieldLine, css.richFieldError, 'mantine-InputWrapper-error')}
          id={ids.error}
        >
          {props.error}
        </p>
      )}
    </div>
  )
}
