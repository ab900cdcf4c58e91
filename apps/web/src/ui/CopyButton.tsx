import { ActionIcon } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { IconCheck, IconCopy } from './icons.ts'

const shownMs = 1600

/** Button that copies a value and shows a check mark for a moment. @param label such as "Copy case number" */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const t = useTexts('ui')
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <ActionIcon
      size={26}
      aria-label={isCopied ? t('copied') : label}
      onClick={async () => setCopied(await copyText(value))}
    >
      {isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
    </ActionIcon>
  )
}

/** Copies text. It also works on plain http, where browsers have no clipboard API. @returns false if the browser refused */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'only-read'
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  return isDone
}
