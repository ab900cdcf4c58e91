import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { KeptHandle } from '../frame/file-handles.ts'

/** A file that was chosen or dropped, with the handle that finds it again where the browser gives one. */
export type PickedFile = { readonly file: File; readonly handle?: KeptHandle }

// Not in TypeScript's DOM types: https://wicg.github.io/file-system-access/
type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }
type PickerWindow = Window & {
  showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>
}

const isHandleOfFile = (handle: FileSystemHandle | null | undefined): handle is KeptHandle =>
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
  // A reader gives at most a hundred entries at a time and an empty list at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (entries.length === 0) return found
    for (const one of entries) found.push(...(await readEntry(one)))
  }
}

// Files that systems put into folders by themselves.
const isClutter = ({ file }: PickedFile) => file.name.startsWith('.') || file.name === 'Thumbs.db'

/** What was dropped, folders opened. Everything is taken from the event before the first wait: it is empty after that. */
async function readDrop(data: DataTransfer): Promise<PickedFile[]> {
  const items = [...data.items].filter((item) => item.kind === 'file') as HandleItem[]
  const taken = items.map((item) => ({
    file: item.getAsFile(),
    entry: item.webkitGetAsEntry(),
    handle: item.getAsFileSystemHandle?.().catch(() => null),
  }))
  const found: PickedFile[] = []
  for (const { file, entry, handle } of taken) {
    if (entry?.isDirectory) found.push(...(await readEntry(entry)))
    else if (file) {
      const kept = await handle
      found.push(isHandleOfFile(kept) ? { file, handle: kept } : { file })
    }
  }
  return found.filter((one) => !isClutter(one))
}

const hasFiles = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes('Files') ?? false

/**
 * Makes an element take dropped files and folders. A file that misses it is not opened by the browser instead, which would
 * throw away what was typed.
 * @returns `isOver` while files hang above it, `dropProps` for the element
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
      void readDrop(event.dataTransfer).then((files) => files.length > 0 && onFiles(files))
    },
  }
  return { isOver, dropProps }
}

/**
 * Lets the user choose files. Where the browser gives handles they come with the files; on phones the plain field is used,
 * because it offers the camera.
 * @param field a file input to fall back on
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
    // AbortError: the user changed his mind.
    if ((error as DOMException).name !== 'AbortError') field.click()
  }
}
