import css from './QuickChoices.module.css'

/**
 * The frequent values of a field as buttons, so that one press chooses a value. The select of the field has all values.
 * @param props.label name of the field, for screen readers
 */
export function QuickChoices<Code extends string>(props: {
  label: string
  options: readonly { value: Code; label: string }[]
  value: Code | null | undefined
  onChange: (value: Code) => void
}) {
  return (
    <fieldset className={css.quick}>
      <legend className="only-read">{props.label}</legend>
      {props.options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
