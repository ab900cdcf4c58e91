import { IconUpload } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useId, useRef } from 'react'
import css from './DropZone.module.css'
import { chooseFiles, type PickedFile, useFileDrop } from './file-drop.ts'

/**
 * Takes files and folders by drop or with its button.
 * @param props.label text of the button ("Choose files")
 * @param props.hint which files to choose, under the button
 * @param props.isSmall one line, if there are files already
 */
export function DropZone(props: {
  label: ReactNode
  hint?: ReactNode
  isSmall?: boolean
  onFiles: (files: PickedFile[]) => void
}) {
  const { isOver, dropProps } = useFileDrop(props.onFiles)
  return (
    <div
      className={css.dropZone}
      data-over={isOver || undefined}
      data-small={props.isSmall || undefined}
      {...dropProps}
    >
      <FilePick label={props.label} hint={props.hint} onFiles={props.onFiles} />
    </div>
  )
}

/** The button of a drop zone and its hint. The whole zone can be pressed. */
function FilePick(props: { label: ReactNode; hint: ReactNode; onFiles: (files: PickedFile[]) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const hintId = useId()
  return (
    <>
      <button
        type="button"
        className={clsx('bare', css.dropButton)}
        aria-describedby={props.hint ? hintId : undefined}
        onClick={() => field.current && chooseFiles(field.current, props.onFiles)}
      >
        <IconUpload size={18} stroke={1.75} aria-hidden="true" />
        {props.label}
      </button>
      {props.hint && (
        <span id={hintId} className={css.dropHint}>
          {props.hint}
        </span>
      )}
      <FileField ref={field} onFiles={props.onFiles} />
    </>
  )
}

/** The hidden input of a button that chooses files. */
export function FileField(props: {
  ref: React.Ref<HTMLInputElement>
  onFiles: (files: PickedFile[]) => void
  isSingle?: boolean
}) {
  return (
    <input
      ref={props.ref}
      type="file"
      multiple={!props.isSingle}
      hidden
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])].map((file) => ({ file }))
        // Otherwise choosing the same file again would be no change.
        event.currentTarget.value = ''
        if (files.length > 0) props.onFiles(files)
      }}
    />
  )
}
