import { RichTextEditor as Editor, Link as MantineLink } from '@mantine/tiptap'
import css from './RichTextField.module.css'
import '@mantine/tiptap/styles.layer.css'
import { richTextLinkRel, richTextSchemes } from '@pontic/contract'
import type { Link as TiptapLink } from '@tiptap/extension-link'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useMemo, useRef } from 'react'
import { useTexts } from '../frame/i18n.tsx'

type Props = {
  label: string
  labelId: string
  describedBy: string
  isWrong: boolean
  value: string
  onChange: (html: string) => void
}

const schemes: readonly string[] = richTextSchemes

// Mantine's types are resolved as CommonJS, so TypeScript treats the same classes as different.
const Link = MantineLink as unknown as typeof TiptapLink

/** Editor extensions that produce only `richTextTags` of the contract. */
const extensions = [
  StarterKit.configure({ link: false, code: false, codeBlock: false, heading: { levels: [3, 4] } }),
  Link.configure({
    openOnClick: false,
    protocols: [],
    defaultProtocol: 'https',
    isAllowedUri: (url, { defaultValidate }) =>
      Boolean(defaultValidate(url)) && schemes.includes(URL.parse(url)?.protocol.slice(0, -1) ?? 'https'),
    HTMLAttributes: { rel: richTextLinkRel, target: null },
  }),
]

/** The editor of {@link RichTextField}, which loads it and its library lazily. */
export function RichTextEditor(props: Props) {
  const editor = useSyncedEditor(props)
  const labels = useLabels()
  return (
    <Editor
      editor={editor as never}
      labels={labels}
      className={css.richEditor}
      data-error={props.isWrong || undefined}
    >
      <Bar label={props.label} />
      <Editor.Content />
    </Editor>
  )
}

function useSyncedEditor({ labelId, describedBy, isWrong, value, onChange }: Props) {
  const latest = useRef(onChange)
  latest.current = onChange
  const editor = useEditor({
    extensions,
    content: value,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(isWrong ? { 'aria-invalid': 'true' } : {}),
      },
    },
    onUpdate: ({ editor }) => latest.current(htmlOf(editor)),
  })
  useEffect(() => {
    // The form changes the value when it restores a draft or inserts the sample terms. The effect may also run after the
    // editor was destroyed, when the component unmounts or mounts again.
    if (!editor.isDestroyed && htmlOf(editor) !== value)
      editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return editor
}

function Bar({ label }: { label: string }) {
  const t = useTexts('ui.richText')
  return (
    <Editor.Toolbar role="toolbar" aria-label={t('toolbar', { label })}>
      <Editor.ControlsGroup>
        <Editor.Bold />
        <Editor.Italic />
        <Editor.Underline />
        <Editor.Strikethrough />
      </Editor.ControlsGroup>
      <Editor.ControlsGroup>
        <Editor.H3 />
        <Editor.BulletList />
        <Editor.OrderedList />
        <Editor.Blockquote />
      </Editor.ControlsGroup>
      <Editor.ControlsGroup>
        <Editor.Link />
        <Editor.Unlink />
      </Editor.ControlsGroup>
      <Editor.ControlsGroup>
        <Editor.Undo />
        <Editor.Redo />
      </Editor.ControlsGroup>
    </Editor.Toolbar>
  )
}

const htmlOf = (editor: { isEmpty: boolean; getHTML: () => string }) =>
  editor.isEmpty ? '' : editor.getHTML()

function useLabels() {
  const t = useTexts('ui.richText')
  const common = useTexts('common')
  return useMemo(
    () => ({
      boldControlLabel: t('bold'),
      italicControlLabel: t('italic'),
      underlineControlLabel: t('underline'),
      strikeControlLabel: t('strike'),
      h3ControlLabel: t('heading'),
      bulletListControlLabel: t('bullets'),
      orderedListControlLabel: t('numbers'),
      blockquoteControlLabel: t('quote'),
      linkControlLabel: common('label.link'),
      unlinkControlLabel: t('unlink'),
      undoControlLabel: common('do.undo'),
      redoControlLabel: t('redo'),
      linkEditorInputLabel: t('linkAddress'),
      linkEditorInputPlaceholder: 'https://',
      linkEditorSave: t('linkSet'),
    }),
    [t, common],
  )
}
