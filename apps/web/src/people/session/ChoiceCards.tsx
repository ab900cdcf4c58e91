import { useId } from 'react'
import css from './ChoiceCards.module.css'

/** A choice with an explanation. */
export type Choice<V extends string> = { value: V; label: string; text: string }

/** Radio buttons that look like two cards in one row. */
export function ChoiceCards<V extends string>(props: {
  legend: string
  choices: readonly Choice<V>[]
  value: V
  onChange: (value: V) => void
}) {
  const name = useId()
  return (
    <fieldset className={css.choices}>
      <legend>{props.legend}</legend>
      {props.choices.map((choice) => (
        <label key={choice.value} className={css.choice}>
          <input
            type="radio"
            name={name}
            checked={choice.value === props.value}
            onChange={() => props.onChange(choice.value)}
          />
          <span className={css.choiceLabel}>{choice.label}</span>
          <span className="meta">{choice.text}</span>
        </label>
      ))}
    </fieldset>
  )
}
