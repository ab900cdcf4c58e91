import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { useTexts } from '../i18n.tsx'
import type { Tool } from './viewer-tools.ts'
import './ViewerTools.css'

/**
 * The bar of tools: one stop for Tab, arrows within (WAI-ARIA toolbar).
 * @param isFlat lying at the lower edge, the rare tools in a menu: where the viewer is narrow
 */
export function ViewerTools({ tools, isFlat }: { tools: readonly Tool[]; isFlat: boolean }) {
  const t = useTexts('viewer')
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const shown = isFlat ? tools.filter(({ isRare }) => !isRare) : tools
  const stop = Math.min(current, shown.length - 1)
  return (
    <div
      ref={bar}
      className="viewer-bar"
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
            tabIndex={index === stop ? 0 : -1}
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
  const { name, icon: Icon, isPressed, shortcut, run } = props.tool
  return (
    <Hint label={t(name)} shortcut={shortcut} isFlat={props.isFlat}>
      <ActionIcon
        className="viewer-tool"
        tabIndex={props.tabIndex}
        aria-label={t(name)}
        aria-keyshortcuts={shortcut}
        onFocus={props.onFocus}
        onClick={run}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Hint>
  )
}

function Hint(props: { label: string; shortcut: string; isFlat: boolean; children: ReactElement }) {
  return (
    <Tooltip
      // A portal would lie outside of what the full screen shows.
      withinPortal={false}
      position={props.isFlat ? 'top' : 'right'}
      events={{ hover: true, focus: false, touch: false }}
      label={
        <>
          {props.label} <kbd className="viewer-key">{props.shortcut.toUpperCase()}</kbd>
        </>
      }
    >
      {props.children}
    </Tooltip>
  )
}

function RareTools({ tools }: { tools: readonly Tool[] }) {
  const t = useTexts('viewer')
  return (
    <Menu position="top-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon className="viewer-tool" aria-label={t('tools.more')}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('tools.more')}>
        {tools.map(({ name, icon: Icon, isPressed, run }) => (
          <Menu.Item
            key={name}
            leftSection={<Icon size={18} stroke={1.75} />}
            onClick={run}
            {...(isPressed ? { 'data-on': true } : {})}
          >
            {t(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

function moveInBar(event: KeyboardEvent, bar: HTMLElement | null) {
  const buttons = [...(bar?.querySelectorAll<HTMLElement>(':scope > button') ?? [])]
  const from = buttons.indexOf(event.target as HTMLElement)
  const step = steps[event.key]
  if (from < 0 || step === undefined) return
  event.preventDefault()
  buttons[(from + step + buttons.length) % buttons.length]?.focus()
}
