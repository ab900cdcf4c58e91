import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { FileHandle } from '../frame/file-handles.ts'

/** A chosen or dropped file. It has a handle if the browser supports the File System Access API. */
export type PickedFile = { readonly file: File; readonly handle?: FileHandle }

// TypeScript's DOM types lack this API: https://wicg.github.io/file-system-access/
type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }
type PickerWindow = Window & {
  showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>
}

const isHandleOfFile = (handle: FileSystemHandle | null | undefined): handle is FileHandle =>
  handle?.kind === 'file'

async function readEntry(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File | undefined>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined)),
    )
    return file ? [{ file }] : []
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: PickedFile[] = []
  // Each call returns the next entries, in Chromium at most a hundred. An empty list marks the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (entries.length === 0) return found
    for (const one of entries) found.push(...(await readEntry(one)))
  }
}

// Files that operating systems create, such as `.DS_Store`.
const isSystemFile = ({ file }: PickedFile) => file.name.startsWith('.') || file.name === 'Thumbs.db'

/** Reads dropped files, also in folders. It reads `data` before the first `await`, because browsers empty `data` afterwards. */
export async function readDrop(data: DataTransfer): Promise<PickedFile[]> {
  const items = [...data.items].filter((item) => item.kind === 'file') as HandleItem[]
  const dropped = items.map((item) => ({
    file: item.getAsFile(),
    entry: item.webkitGetAsEntry(),
    handle: item.getAsFileSystemHandle?.().catch(() => null),
  }))
  const found: PickedFile[] = []
  for (const { file, entry, handle } of dropped) {
    if (entry?.isDirectory) found.push(...(await readEntry(entry)))
    else if (file) {
      const resolved = await handle
      found.push(isHandleOfFile(resolved) ? { file, handle: resolved } : { file })
    }
  }
  return found.filter((one) => !isSystemFile(one))
}

/** Whether files are dragged, and not a text or a link. */
export const hasFiles = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes('Files') ?? false

/**
 * Makes an element a drop target for files and folders. Files dropped elsewhere on the page are ignored, because the browser
 * would open them and leave the page.
 * @returns `isOver`: whether files are dragged over the element; `dropProps`: props of the element
 */
export function useFileDrop(onFiles: (files: PickedFile[]) => void) {
  const [isOver, setOver] = useState(false)
  const depth = useRef(0)
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    document.addEventListener('dragover', refuse)
    document.addEventListener('drop', refuse)
    return () => {
      document.removeEventListener('dragover', refuse)
      document.removeEventListener('drop', refuse)
    }
  }, [])
  const step = (by: number) => (event: DragEvent) => {
    if (!hasFiles(event)) return
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  const dropProps = {
    onDragEnter: step(1),
    onDragLeave: step(-1),
    onDrop: (event: DragEvent) => {
      depth.current = 0
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      // An element around this one, or the page, must not take the files as well.
      event.stopPropagation()
      void readDrop(event.dataTransfer).then((files) => files.length > 0 && onFiles(files))
    },
  }
  return { isOver, dropProps }
}

/**
 * Opens the file dialog. If the browser supports the File System Access API, the chosen files have handles. Phones use the
 * file input, which offers the camera.
 * @param field the file input for phones and other browsers. Its change handler gets the files instead of `onFiles`.
 */
export async function chooseFiles(
  field: HTMLInputElement,
  onFiles: (files: PickedFile[]) => void,
): Promise<void> {
  const { showOpenFilePicker } = window as PickerWindow
  if (!showOpenFilePicker || !window.matchMedia('(pointer: fine)').matches) return field.click()
  try {
    const handles = await showOpenFilePicker({ multiple: field.multiple })
    onFiles(await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle }))))
  } catch (error) {
    // AbortError: the user canceled.
    if (!(error instanceof DOMException && error.name === 'AbortError')) field.click()
  }
}
