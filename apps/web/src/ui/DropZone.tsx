import { clsx } from 'clsx'
import { type ReactNode, useId, useRef } from 'react'
import css from './DropZone.module.css'
import { chooseFiles, type PickedFile, useFileDrop } from './file-drop.ts'
import { IconUpload } from './icons.ts'

/**
 * Area that accepts dropped files and folders, with a button that opens the file dialog.
 * @param props.label text of the button, such as "Choose files"
 * @param props.hint text under the button, such as the allowed formats
 * @param props.isSmall shows the area in one line
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

/** The button of a drop zone and its hint. The button covers the complete zone. */
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
        <IconUpload />
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

/** The hidden file input of a button that opens the file dialog. */
export function FileField(props: {
  ref: React.Ref<HTMLInputElement>
  onFiles: (files: PickedFile[]) => void
  isSingle?: boolean
  /** MIME types that the file dialog offers; all by default. */
  accept?: string
}) {
  return (
    <input
      ref={props.ref}
      type="file"
      multiple={!props.isSingle}
      accept={props.accept}
      hidden
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])].map((file) => ({ file }))
        // Without this the browser fires no change event when the user chooses the same file again.
        event.currentTarget.value = ''
        if (files.length > 0) props.onFiles(files)
      }}
    />
  )
}
