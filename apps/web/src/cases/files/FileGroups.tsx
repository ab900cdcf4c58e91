import { Group, Text } from '@mantine/core'
import type { OrderFile } from '@pontic/contract'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts'
import listCss from '../lists.module.css'
import { planScans } from '../viewer/scan-plan.ts'
import css from './OrderFiles.module.css'

const kinds = ['scans', 'pictures', 'documents', 'other'] as const
type Kind = (typeof kinds)[number]

const pictureKinds: readonly unknown[] = ['jpeg', 'png', 'webp', 'heic']
const documentKinds: readonly unknown[] = ['pdf', 'text', 'html', 'xml', 'json']

function kindOf(file: OrderFile): Kind {
  if (pictureKinds.includes(file.kind)) return 'pictures'
  if (file.kind === null && file.role === 'photo') return 'pictures'
  if (planScans([file]).length > 0) return 'scans'
  return documentKinds.includes(file.kind) || file.role === 'document' ? 'documents' : 'other'
}

/** Up to so many files are listed without groups, and groups up to this size are open at first. */
const fewFiles = 6
/** Number of rows that are rendered together once they come near the window. */
const rowsOfChunk = 12
const rowPx = 64

/**
 * Lists the files of a case by kind. A large group is closed at first, and renders only the rows near the window.
 * @param props.row renders the row of a file
 */
export function FileGroups(props: { files: readonly OrderFile[]; row: (file: OrderFile) => ReactNode }) {
  const common = useTexts('common')
  const { files, row } = props
  const label = common('label.files')
  if (files.length <= fewFiles)
    return (
      <ul className={listCss.plain} aria-label={label}>
        {files.map(row)}
      </ul>
    )
  const groups = Map.groupBy(files, kindOf)
  return (
    <div>
      {kinds.map((kind) => {
        const list = groups.get(kind)
        return list && <FileGroup key={kind} kind={kind} files={list} row={row} />
      })}
    </div>
  )
}

function FileGroup(props: { kind: Kind; files: readonly OrderFile[]; row: (file: OrderFile) => ReactNode }) {
  const t = useTexts()
  const { number, size } = useFormats()
  const { kind, files, row } = props
  const [isOpen, setOpen] = useState(files.length <= fewFiles)
  const listId = useId()
  const name = {
    scans: t('common.label.scans'),
    pictures: t('ticket.pictures'),
    documents: t('files.groups.documents'),
    other: t('files.groups.other'),
  }[kind]
  const verified = files.filter(({ state }) => state === 'verified' || state === 'released').length
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const chunks = Array.from({ length: Math.ceil(files.length / rowsOfChunk) }, (_, at) =>
    files.slice(at * rowsOfChunk, (at + 1) * rowsOfChunk),
  )
  return (
    <section className={css.group}>
      <h3>
        <button
          type="button"
          className="bare"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={16} stroke={1.75} aria-hidden="true" />
          {name} <span className="quiet figures">{number(files.length)}</span>
        </button>
        <Text component="span" className="meta figures">
          {verified < files.length && (
            <Group component="span" display="inline" className={css.warning} mr={10}>
              {t('orders.filesDone', { done: verified, total: files.length })}
            </Group>
          )}
          {size(sizeBytes)}
        </Text>
      </h3>
      {isOpen && (
        <div id={listId}>
          {chunks.map((chunk, at) => (
            <Chunk key={chunk[0]?.id} count={chunk.length} label={`${name} ${at + 1}`} isFirst={at === 0}>
              {() => chunk.map(row)}
            </Chunk>
          ))}
        </div>
      )}
    </section>
  )
}

/** Renders rows while they are near the window, else an empty space of their height. */
function Chunk(props: { count: number; label: string; isFirst: boolean; children: () => ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const [isNear, setNear] = useState(props.isFirst)
  const heightPx = useRef(props.count * rowPx)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        if (entry.isIntersecting) setNear(true)
        // A row with the focus stays, and so do rows of a hidden page.
        else if (entry.rootBounds && !element.contains(document.activeElement)) {
          heightPx.current = entry.boundingClientRect.height
          setNear(false)
        }
      },
      { rootMargin: '600px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <ul
      ref={list}
      className={listCss.plain}
      aria-label={props.label}
      style={isNear ? undefined : { minHeight: heightPx.current }}
    >
      {isNear && props.children()}
    </ul>
  )
}
