import css from './StateText.module.css'

/** The name of a state in its colour. @param props.tone the colour; the usual text colour by default */
export function StateText(props: { text: string; tone?: 'warning' | 'danger' | 'quiet' | undefined }) {
  return (
    <span className={css.state} data-tone={props.tone}>
      {props.text}
    </span>
  )
}
