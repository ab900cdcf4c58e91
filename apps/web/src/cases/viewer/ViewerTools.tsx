import { ActionIcon } from '@mantine/core'
import { Fragment, type KeyboardEvent, useRef, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconDots } from '../../ui/icons.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { Tip } from '../../ui/Tip.tsx'
import css from './Viewer.module.css'
import { keyOf, type Tool } from './viewer-tools.ts'

const toolPx = { wide: 36, narrow: 42 }
const dividerPx = 11
const paddingPx = 12

/** Returns the tools that fit into a column, and the rest for its menu. Rare tools go into the menu first, the last ones at first. */
export function fitTools(tools: readonly Tool[], heightPx: number, isNarrow: boolean) {
  const slotPx = isNarrow ? toolPx.narrow : toolPx.wide
  const groups = new Set(tools.map(({ group }) => group)).size
  const roomPx = heightPx - paddingPx
  if (tools.length * slotPx + (groups - 1) * dividerPx <= roomPx) return { shown: tools, hidden: [] }
  // One slot is for the button of the menu. A full column has no dividers.
  const slots = Math.max(1, Math.floor(roomPx / slotPx) - 1)
  const kept = new Set(
    tools
      .toSorted((one, other) => Number(one.isRare ?? false) - Number(other.isRare ?? false))
      .slice(0, slots),
  )
  return { shown: tools.filter((tool) => kept.has(tool)), hidden: tools.filter((tool) => !kept.has(tool)) }
}

/**
 * The toolbar of the viewer: one column that fits its height. Tab reaches one of its buttons, and the arrow keys move between them
 * (WAI-ARIA toolbar).
 * @param props.heightPx height of the viewer
 * @param props.isNarrow whether the viewer is narrow, so that the buttons have the size of a finger
 */
export function ViewerTools(props: { tools: readonly Tool[]; heightPx: number; isNarrow: boolean }) {
  const t = useTexts('viewer.tools')
  const { tools, heightPx, isNarrow } = props
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const { shown, hidden } = fitTools(
    tools.filter(({ icon }) => icon),
    heightPx,
    isNarrow,
  )
  const tabStop = Math.min(current, shown.length - 1)
  return (
    <div
      ref={bar}
      className={css.viewerBar}
      data-narrow={isNarrow || undefined}
      role="toolbar"
      aria-label={t('label')}
      aria-orientation="vertical"
      onKeyDown={(event) => moveInBar(event, bar.current)}
    >
      {shown.map((tool, index) => (
        <Fragment key={tool.name}>
          {hidden.length === 0 && index > 0 && tool.group !== shown[index - 1]?.group && <hr />}
          <ToolButton tool={tool} tabIndex={index === tabStop ? 0 : -1} onFocus={() => setCurrent(index)} />
        </Fragment>
      ))}
      {hidden.length > 0 && <RareTools tools={hidden} />}
    </div>
  )
}

/** Returns a function that returns the name of a tool. A translator of all texts of the viewer would load those of all panels. */
function useToolName(): (name: Tool['name']) => string {
  const tools = useTexts('viewer.tools')
  const views = useTexts('viewer.views')
  return (name) => {
    const [group, key] = name.split('.') as [string, never]
    return group === 'views' ? views(key) : tools(key)
  }
}

function ToolButton(props: { tool: Tool; tabIndex: number; onFocus: () => void }) {
  const nameOf = useToolName()
  const { name, icon: Icon, isPressed, run, onIntent } = props.tool
  const key = keyOf(props.tool)
  const label = (
    <>
      {nameOf(name)} <kbd className={css.viewerKey}>{key.toUpperCase()}</kbd>
    </>
  )
  return (
    <Tip label={label} position="right" isInPlace>
      {(target) => (
        <ActionIcon
          {...target}
          onPointerEnter={(event) => {
            target.onPointerEnter(event)
            onIntent?.()
          }}
          className={css.viewerTool}
          tabIndex={props.tabIndex}
          aria-label={nameOf(name)}
          aria-keyshortcuts={key}
          onFocus={() => {
            props.onFocus()
            onIntent?.()
          }}
          onClick={run}
          {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        >
          {Icon && <Icon />}
        </ActionIcon>
      )}
    </Tip>
  )
}

function RareTools({ tools }: { tools: readonly Tool[] }) {
  const t = useTexts('viewer.tools')
  const nameOf = useToolName()
  const entries = tools.map(({ name, icon: Icon, isPressed, run }) => ({
    key: name,
    label: nameOf(name),
    icon: Icon && <Icon />,
    isChosen: isPressed ?? false,
    onSelect: run,
  }))
  return (
    <MenuButton label={t('more')} entries={entries} position="bottom-start" isInPlace>
      {(button) => (
        <ActionIcon {...button} className={css.viewerTool} aria-label={t('more')}>
          <IconDots />
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
