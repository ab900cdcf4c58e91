import { expect, test } from 'vitest'
import { findClassBreaches, findMissingSheets, findUndefinedProperties } from './check-styles.ts'

const component = (text: string) => ({
  path: 'web/a/Card.tsx',
  text: `import css from './Card.module.css'\n${text}`,
})
const sheet = (text: string) => ({ path: 'web/a/Card.module.css', text })

test('a custom property must be defined by the theme, a sheet or a component', () => {
  const sources = [
    sheet(
      '.card { --gap: 4px; margin: var(--gap); top: var(--p-top); left: var(--share); z-index: var(--gone, 1) }',
    ),
    component(
      "const style = { '--share': 3, color: 'var(--lost)', background: 'var(--mantine-color-body)' }",
    ),
  ]
  expect(findUndefinedProperties(sources, ['--p-top'])).toEqual([
    'web/a/Card.module.css: --gone is not defined',
    'web/a/Card.tsx: --lost is not defined',
  ])
})

test('a class of a CSS module must exist and must be used', () => {
  const sheets = [
    sheet('@media (width > 1em) { .card:hover .head > :global(.meta) { top: 0.5em } }\n.foot { top: 0 }'),
  ]
  expect(findClassBreaches([component('css.card, css.head, css.tail, "meta"')], sheets)).toEqual([
    'web/a/Card.tsx: web/a/Card.module.css has no class tail',
    'web/a/Card.module.css: no component uses foot',
  ])
})

test('a global class must be named by a component', () => {
  const sheets = [
    { path: 'web/base.css', text: '.quiet { top: 0 } .lone-line { top: 0 } .mantine-Input-input { top: 0 }' },
  ]
  expect(findClassBreaches([component('className="quiet"')], sheets)).toEqual([
    'web/base.css: no component uses lone-line',
  ])
})

test('a component of Mantine needs its sheet', () => {
  const form = component(
    "import '@mantine/core/styles/Switch.layer.css'\nimport { Button, Checkbox, Switch, type TabsProps } from '@mantine/core'",
  )
  const sheets = new Set(['Button', 'Checkbox', 'Switch', 'Tabs'])
  expect(findMissingSheets([form], sheets, new Set(['Button']))).toEqual([
    'web/a/Card.tsx: the sheet of Checkbox is not imported',
  ])
})
