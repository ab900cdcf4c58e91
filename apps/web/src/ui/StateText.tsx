import css from './StateText.module.css'

/** The name of a state in a colour. @param props.tone the usual text colour by default */
export function StateText(props: { text: string; tone?: 'warning' | 'danger' | 'quiet' | undefined }) {
  return (
    <span className={css.state} data-tone={props.tone}>
      {props.text}
    </span>
  )
}
