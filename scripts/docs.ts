/**
 * Writes `docs/generated` from the tables of the contract and the server and from the ledger, the module of the icons, and the
 * addresses of the lock file. With `--check` it writes nothing and fails if a file is stale.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  actorKinds,
  auditActions,
  auditActionsOf,
  errors,
  limits,
  type OrderTransition,
  orderStatuses,
  orderTransitions,
  partnershipTransitions,
  permissions,
  type ReviewTransition,
  type Route,
  reachOf,
  reviewTransitions,
  routes,
  type WorkOrderTransition,
  workOrderTransitions,
} from '@pontic/contract'
import english from '@pontic/messages/en_US.json' with { type: 'json' }
import ledger from '../docs/requirements.json' with { type: 'json' }
import type { Requirement } from './check-requirements.ts'
import { iconsFile, printIcons } from './icons.ts'
import { lockFile, printLockFile } from './lock-file.ts'
import { root } from './places.ts'

const folder = join(root, 'docs', 'generated')

type Cell = string | number

/** Renders a Markdown table. */
function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function page(title: string, sentence: string, body: string): string {
  return `# ${title}\n\n${sentence} Printed by \`npm run docs\`; edit the table, not this page.\n\n${body}\n`
}

/** Formats when a call needs a recent sign-in: `yes`, the fields of its body that need it, or '' for never. */
function recentSignInOf({ reauthenticate }: Route): string {
  if (reauthenticate === undefined) return ''
  return reauthenticate === true ? 'yes' : reauthenticate.map((field) => `with \`${field}\``).join(', ')
}

function apiPage(): string {
  const rows = Object.entries(routes as Record<string, Route>).map(([name, route]) => [
    `\`${name}\``,
    route.method,
    `\`${route.base ?? '/restful'}${route.path}\``,
    route.permission,
    recentSignInOf(route),
    route.summary,
    route.errors.map((key) => `\`${key}\``).join(' '),
  ])
  return page(
    'Calls',
    'Every call of the portal, from `packages/contract`.',
    table(['Name', 'Method', 'Path', 'Permission', 'Recent sign-in', 'What it does', 'Own errors'], rows),
  )
}

function permissionsPage(): string {
  const rows = Object.keys(permissions).map((name) => [
    `\`${name}\``,
    ...actorKinds.map((kind) => reachOf(kind, name as keyof typeof permissions) ?? '–'),
  ])
  return page(
    'Permissions',
    '`own`: rows the actor is a party to; `any`: all rows; –: never.',
    table(['Permission', ...actorKinds], rows),
  )
}

function auditPage(): string {
  const declared = Object.entries(routes as Record<string, Route>).filter(
    ([, { audit }]) => audit !== undefined,
  )
  const rows = declared.map(([name, { audit, reads }]) => {
    const isNone = typeof audit === 'object' && 'none' in audit
    const actions = auditActionsOf(audit).map((action) => `\`${action}\``)
    return [
      `\`${name}\``,
      actions.join(' ') || '–',
      isNone ? audit.none : reads ? 'When platform staff read.' : '',
    ]
  })
  const byCalls = new Set(declared.flatMap(([, { audit }]) => [...auditActionsOf(audit)]))
  const byServer = auditActions.filter((action) => !byCalls.has(action)).map((action) => [`\`${action}\``])
  return page(
    'Audit',
    'What each call records in the audit log. Calls that record nothing because they only read are left out.',
    `${table(['Call', 'Actions', 'Remark'], rows)}\n\n## Recorded by the server itself\n\n${table(['Action'], byServer)}`,
  )
}

const stepsOf = (steps: Readonly<Record<string, string | undefined>>) =>
  Object.entries(steps)
    .map(([from, to]) => (from === to ? from : `${from} → ${to}`))
    .join(', ')

function statesPage(): string {
  const rows = Object.entries(orderTransitions as Record<string, OrderTransition>).map(([action, row]) => [
    action,
    row.parties.join(', '),
    row.from.length === orderStatuses.length ? 'any' : row.from.join(', '),
    row.to ?? 'the same',
    [
      row.deferredFrom && `deferred from ${row.deferredFrom.join(', ')} until possible`,
      row.labGoneFrom && `also from ${row.labGoneFrom.join(', ')} while the laboratory is banned or deleted`,
      row.automatic && 'automatic',
    ]
      .filter(Boolean)
      .join('; '),
  ])
  const partnerRows = Object.entries(partnershipTransitions).map(([action, row]) => [
    action,
    row.side,
    row.from.join(', '),
    row.to,
  ])
  const requestRows = Object.entries(workOrderTransitions as Record<string, WorkOrderTransition>).map(
    ([action, row]) => [
      action,
      row.parties.join(', ') || '–',
      stepsOf(row.steps),
      [
        row.operatorSteps && `its operator: ${stepsOf(row.operatorSteps)}`,
        row.automatic && (row.automatic === 'only' ? 'automatic only' : 'also automatic'),
      ]
        .filter(Boolean)
        .join('; '),
    ],
  )
  const reviewRows = Object.entries(reviewTransitions as Record<string, ReviewTransition>).map(
    ([action, row]) => [
      action,
      row.party,
      row.from.join(', '),
      row.to,
      row.statuses.join(', '),
      row.needsReview ? 'a review is open or demanded' : '',
    ],
  )
  const reviews = table(['Action', 'Who', 'From', 'To', 'Statuses of the case', 'Conditions'], reviewRows)
  const orders = table(['Action', 'Who', 'From', 'To', 'Conditions'], rows)
  const requests = table(['Action', 'Who', 'Steps', 'Conditions'], requestRows)
  return page(
    'States',
    'The transition tables of orders, design reviews, partnerships and support requests.',
    `## Orders\n\n${orders}\n\n## Design reviews\n\n${reviews}\n\n## Partnerships\n\n${table(['Action', 'Who', 'From', 'To'], partnerRows)}\n\n## Support requests\n\n${requests}`,
  )
}

function errorsPage(): string {
  const texts = english.errors as unknown as Record<string, Record<string, string>>
  const rows = Object.entries(errors).map(([key, entry]) => {
    const [feature = '', reason = ''] = key.split('.')
    return [entry.code, entry.status, `\`${key}\``, texts[feature]?.[reason] ?? '']
  })
  return page(
    'Errors',
    'The catalogue: number, HTTP status, key and English text.',
    table(['Number', 'Status', 'Key', 'Text'], rows),
  )
}

function limitsPage(): string {
  const rows = Object.entries(limits).map(([name, value]) => [
    `\`${name}\``,
    Array.isArray(value) ? value.join(', ') : String(value),
  ])
  return page('Limits', 'Sizes in bytes, times in the unit of their name.', table(['Limit', 'Value'], rows))
}

const requirementSections = [
  'Users and languages',
  'Screens and navigation',
  'Fields',
  'States',
  'Validation',
  'Roles',
  'Calls',
  'Messages',
  'Constants',
]

const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>]/g, '\\$&')

/** Renders a link to the file of a test or of a place in the code. @param place as `path#words` */
function linkPlace(place: string, label: string): string {
  return `[${label}](../../${place.split('#')[0]})`
}

function requirementRow({ id, text, code = '', test = [], openFor }: Requirement): Cell[] {
  const route = (routes as Record<string, Route>)[code.match(/#'(.*)'$/)?.[1] ?? '']
  const tests = (typeof test === 'string' ? [test] : test).map((place) =>
    linkPlace(place, escapeMarkdown(place.replace(/^.*?#/s, ''))),
  )
  return [
    code ? linkPlace(code, `\`${id}\``) : `\`${id}\``,
    (route ? `${text}: ${route.summary}` : text).replace(/[*<>]/g, '\\$&'),
    openFor ? 'not built yet' : tests.join('<br>'),
  ]
}

function requirementsPage(): string {
  const rows = ledger as readonly Requirement[]
  const chapters = requirementSections.map((title, index) => {
    const inSection = rows.filter(({ section }) => section === index + 1)
    return `## ${index + 1}. ${title}\n\n${table(['Id', 'Requirement', 'Tests'], inSection.map(requirementRow))}`
  })
  return page(
    'Requirements',
    'Every requirement of the specification, and every call added to it, with its code (linked from the id) and its tests.',
    chapters.join('\n\n'),
  )
}

async function pages(): Promise<Record<string, string>> {
  const { settingsTable } = await import('../apps/server/src/config/settings.ts')
  const { printSchema, schemaNames } = await import('../apps/server/src/platform/docs/document-schemas.ts')
  const { jobSummaries } = await import('../apps/server/src/platform/jobs/jobs.ts')
  const settings = settingsTable.map((row) => [`\`${row.name}\``, row.initial, row.summary])
  return {
    'api.md': apiPage(),
    'permissions.md': permissionsPage(),
    'audit.md': auditPage(),
    'states.md': statesPage(),
    'errors.md': errorsPage(),
    'limits.md': limitsPage(),
    'requirements.md': requirementsPage(),
    'settings.md': page(
      'Settings',
      'Environment variables.',
      table(['Name', 'Default', 'What it does'], settings),
    ),
    ...Object.fromEntries(schemaNames.map((name) => [name, printSchema(name)])),
    // Runs in a process of its own, because docstrings are collected while the contract is loaded, and this
    // process has already loaded the contract.
    'openapi.json': execFileSync(process.execPath, [join(import.meta.dirname, 'print-open-api.ts')], {
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
    }),
    [relative(folder, join(root, iconsFile))]: printIcons(),
    [relative(folder, join(root, lockFile))]: printLockFile(),
    'jobs.md': page(
      'Jobs',
      'Background work, enqueued by calls and schedules.',
      table(['Job', 'What it does'], jobSummaries),
    ),
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const printed = await pages()
if (process.argv.includes('--check')) {
  const stale = Object.keys(printed).filter((name) => readOrEmpty(join(folder, name)) !== printed[name])
  if (stale.length > 0) {
    console.error(`Stale in docs/generated: ${stale.join(', ')}. Run \`npm run docs\`.`)
    process.exitCode = 1
  }
} else {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(printed)) writeFileSync(join(folder, name), text)
  console.log(`${Object.keys(printed).length} pages in docs/generated`)
}
