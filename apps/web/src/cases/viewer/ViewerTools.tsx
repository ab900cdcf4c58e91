import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, useRef, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { Tip } from '../../ui/Tip.tsx'
import css from './Viewer.module.css'
import { keyOf, type Tool } from './viewer-tools.ts'

/**
 * The toolbar of the viewer. Tab reaches one of its buttons, and the arrow keys move between them (WAI-ARIA toolbar).
 * @param props.isFlat whether the bar is at the lower edge of a narrow viewer, with the rare tools in a menu
 */
export function ViewerTools({ tools, isFlat }: { tools: readonly Tool[]; isFlat: boolean }) {
  const t = useTexts('viewer')
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const shown = tools.filter(({ icon, isRare }) => icon && !(isFlat && isRare))
  const tabStop = Math.min(current, shown.length - 1)
  return (
    <div
      ref={bar}
      className={css.viewerBar}
      data-flat={isFlat || undefined}
      role="toolbar"
      aria-label={t('tools.label')}
      aria-orientation={isFlat ? 'horizontal' : 'vertical'}
      onKeyDown={(event) => moveInBar(event, bar.current)}
    >
      {shown.map((tool, index) => (
        <Fragment key={tool.name}>
          {!isFlat && index > 0 && tool.group !== shown[index - 1]?.group && <hr />}
          <ToolButton
            tool={tool}
            tabIndex={index === tabStop ? 0 : -1}
            isFlat={isFlat}
            onFocus={() => setCurrent(index)}
          />
        </Fragment>
      ))}
      {isFlat && <RareTools tools={tools.filter(({ isRare }) => isRare)} />}
    </div>
  )
}

function ToolButton(props: { tool: Tool; tabIndex: number; isFlat: boolean; onFocus: () => void }) {
  const t = useTexts('viewer')
  const { name, icon: Icon, isPressed, run } = props.tool
  const key = keyOf(props.tool)
  const label = (
    <>
      {t(name)} <kbd className={css.viewerKey}>{key.toUpperCase()}</kbd>
    </>
  )
  return (
    <Tip label={label} position={props.isFlat ? 'top' : 'right'} isInPlace>
      {(target) => (
        <ActionIcon
          {...target}
          className={css.viewerTool}
          tabIndex={props.tabIndex}
          aria-label={t(name)}
          aria-keyshortcuts={key}
          onFocus={props.onFocus}
          onClick={run}
          {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        >
          {Icon && <Icon size={18} stroke={1.75} />}
        </ActionIcon>
      )}
    </Tip>
  )
}

function RareTools({ tools }: { tools: readonly Tool[] }) {
  const t = useTexts('viewer')
  const entries = tools.map(({ name, icon: Icon, isPressed, run }) => ({
    key: name,
    label: t(name),
    icon: Icon && <Icon size={18} stroke={1.75} />,
    isChosen: isPressed ?? false,
    onSelect: run,
  }))
  return (
    <MenuButton label={t('tools.more')} entries={entries} position="top-end" isInPlace>
      {(button) => (
        <ActionIcon {...button} className={css.viewerTool} aria-label={t('tools.more')}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </MenuButton>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

function moveInBar(event: KeyboardEvent, bar: HTMLElement | null) {
  const buttons = [...(bar?.querySelectorAll<HTMLElement>(':scope > button') ?? [])]
  const { target } = event
  const from = target instanceof HTMLElement ? buttons.indexOf(target) : -1
  const step = steps[event.key]
  if (from < 0 || step === undefined) return
  event.preventDefault()
  buttons[(from + step + buttons.length) % buttons.length]?.focus()
}
