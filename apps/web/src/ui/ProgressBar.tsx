import { useFormats } from '../frame/i18n.tsx'
import './ProgressBar.css'

/** A progress bar. @param props.share 0 to 1 @param props.state sets the colour; also show the state as text */
export function ProgressBar(props: {
  label: string
  share: number
  state?: 'running' | 'paused' | 'failed' | 'done'
}) {
  const { percent } = useFormats()
  const share = Math.min(Math.max(props.share, 0), 1)
  return (
    <div
      className="progress"
      data-state={props.state ?? 'running'}
      role="progressbar"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={percent(share)}
    >
      <span style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}
