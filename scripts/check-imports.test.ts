import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkSource, checkSources } from './check-imports.ts'
import { root } from './places.ts'

const service = 'apps/server/src/cases/orders/orders.service.ts'
const page = 'apps/web/src/cases/orders/list/OrderListPage.tsx'

function messagesOf(path: string, source: string): string[] {
  return checkSource(path, source).breaches.map(({ message }) => message)
}

const badImports: [string, string, string, RegExp][] = [
  [
    'the contract imports another library',
    'packages/contract/src/cases/orders/orders.ts',
    'dayjs',
    /zod only/,
  ],
  [
    'the contract imports a package above it',
    'packages/contract/src/cases/orders/orders.ts',
    '@pontic/messages',
    /may not import/,
  ],
  [
    'a package imports another package of its rank',
    'packages/client/src/call.ts',
    '@pontic/viewer',
    /may not import/,
  ],
  ['the server imports the web app by path', service, '../../../../web/src/frame/api.ts', /by path/],
  ['a feature reads another feature’s queries', service, '../partners/partners.queries.ts', /only \.service/],
  [
    'the platform imports a feature',
    'apps/server/src/platform/http/bind.ts',
    '../../cases/orders/orders.service.ts',
    /platform\/ may not import cases\//,
  ],
  [
    'the wing people imports the wing cases',
    'apps/server/src/people/accounts/closing.service.ts',
    '../../cases/orders/orders.service.ts',
    /people\/ may not import cases\//,
  ],
  [
    'a wing imports its sibling',
    'apps/server/src/exchange/push/webhook.ts',
    '../../office/manage/manage-export.service.ts',
    /its sibling office\//,
  ],
  ['a folder is no wing', 'apps/server/src/billing/bill.ts', '../platform/services.ts', /no wing/],
  ['a feature imports Fastify', service, 'fastify', /only platform\/http\//],
  ['a feature imports a Fastify plug-in', service, '@fastify/compress', /only platform\/http\//],
  ['a feature imports pg', service, 'pg', /only platform\/db\//],
  ['a page imports a higher wing', page, '../../../office/manage/StateText.tsx', /may not import office/],
  ['a page imports the shell', page, '../../../shell/router.tsx', /may not import shell/],
  [
    'ui imports a feature',
    'apps/web/src/ui/RowMenu.tsx',
    '../cases/orders/actions/OrderActions.tsx',
    /ui\/ may not import cases\//,
  ],
  ['a mesh parser imports three', 'packages/viewer/src/mesh/stl.ts', 'three', /only scene\//],
  ['the viewer’s scene imports React', 'packages/viewer/src/scene/scene.ts', 'react', /only the web app/],
  ['an import has no extension', service, './orders.queries', /extension/],
  ['product code imports test code', service, '../../test/insert-rows.ts', /test code/],
]

test.each(badImports)('the import rule is broken if %s', (_, path, name, reason) => {
  expect(messagesOf(path, `import { x } from '${name}'`)).toEqual([expect.stringMatching(reason)])
  expect(messagesOf(path, `export const x = () => import('${name}')`)).toEqual([
    expect.stringMatching(reason),
  ])
  expect(messagesOf(path, `export type X = import('${name}').X`)).toEqual([expect.stringMatching(reason)])
})

const goodImports: [string, string, string][] = [
  ['the contract imports zod/mini', 'packages/contract/src/cases/orders/orders.ts', 'zod/mini'],
  ['the server imports the contract', service, '@pontic/contract'],
  ['a feature calls another feature’s service', service, '../partners/partners.service.ts'],
  ['a feature uses another feature’s shared code', service, '../partners/partners.shared.ts'],
  ['a feature registers at the hook of a lower wing', service, '../../people/members/members.hooks.ts'],
  ['a feature uses the platform', service, '../../platform/db/kysely.ts'],
  ['the app binds a feature', 'apps/server/src/app.ts', './cases/orders/orders.routes.ts'],
  ['a page uses ui', page, '../../../ui/RowMenu.tsx'],
  ['a page uses a component of its own wing', page, '../../partners/PartnerBadge.tsx'],
  [
    'the table of pages imports a page',
    'apps/web/src/shell/pages.ts',
    '../cases/orders/list/OrderListPage.tsx',
  ],
  ['a test makes its own pg client', 'apps/server/src/platform/db/kysely.test.ts', 'pg'],
  ['a test uses the test helpers', 'apps/server/src/cases/orders/orders.test.ts', '../../test/app.ts'],
]

test.each(goodImports)('the import rule is not broken if %s', (_, path, name) => {
  expect(messagesOf(path, `import { x } from '${name}'`)).toEqual([])
})

test('default exports are refused, and barrels except the index file of a package', () => {
  expect(messagesOf(service, "export * from './orders.queries.ts'")).toEqual([
    expect.stringMatching(/no barrels/),
  ])
  expect(messagesOf('packages/contract/src/index.ts', "export * from './orders.ts'")).toEqual([])
  expect(messagesOf(page, 'export default function OrderListPage() {}')).toEqual([
    expect.stringMatching(/named/),
  ])
})

test('a role may be compared only in the permission matrix, or below a comment with the reason', () => {
  const comparisons = ["a.role === 'lab'", "'lab' !== role", "['lab'].includes(actor?.role)"]
  for (const comparison of comparisons) {
    expect(messagesOf(service, `export const x = (a, role, actor) => ${comparison}`), comparison).toEqual([
      expect.stringMatching(/permission matrix/),
    ])
  }
  const switched = "switch (actor.role) { case 'ROLE_LAB': break }"
  expect(messagesOf(service, switched)).toEqual([expect.stringMatching(/permission matrix/)])
  expect(messagesOf(service, "export const x = (file) => file.role === 'upper'")).toEqual([])
  expect(
    messagesOf('packages/contract/src/permissions.ts', "export const x = (role) => role === 'lab'"),
  ).toEqual([])
  const reasoned =
    "// allow role check: the attribute of an element, not a person's\nexport const x = (a) => a.role === 'lab'"
  expect(messagesOf(service, reasoned)).toEqual([])
})

test('folder names and file lengths are checked', () => {
  const lines = (count: number) => 'export {}\n'.repeat(count)
  expect(messagesOf('apps/web/src/cases/utils/dates.ts', '')).toEqual([
    expect.stringMatching(/find the noun/),
  ])
  expect(messagesOf('apps/web/src/cases/orders/list/rows/Row.tsx', '')).toEqual([
    expect.stringMatching(/deeper/),
  ])
  expect(messagesOf('apps/server/src/platform/mail/Mail.tsx', '')).toEqual([
    expect.stringMatching(/no \.tsx/),
  ])
  expect(messagesOf(service, lines(300))).toEqual([])
  expect(messagesOf(service, lines(301))).toEqual(['301 lines: at most 300'])
  expect(messagesOf(service, `/** One. */\n/**\n * Two.\n */\n${lines(300)}`)).toEqual([])
  expect(messagesOf('apps/server/src/cases/orders/orders.test.ts', lines(301))).toEqual([])
  expect(messagesOf('apps/server/src/platform/db/tables.ts', lines(900))).toEqual([])
})

test('a long function is a notice and does not fail', () => {
  const found = checkSource(service, `export function shipOrder() {\n${'  void 0\n'.repeat(40)}}`)
  expect(found.breaches).toEqual([])
  expect(found.notices.map(({ message }) => message)).toEqual(['shipOrder has 42 lines, wanted 40'])
})

test('the import of an undeclared package is reported with its file and line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pontic-imports-'))
  try {
    mkdirSync(join(folder, 'apps/server/src/cases/orders'), { recursive: true })
    cpSync(join(root, 'apps/server/package.json'), join(folder, 'apps/server/package.json'))
    writeFileSync(join(folder, service), "import { pino } from 'pino'\n\nimport { left } from 'left-pad'\n")
    expect(checkSources(folder)).toEqual({
      fileCount: 1,
      breaches: [{ path: service, line: 3, message: expect.stringMatching(/left-pad is not among/) }],
      notices: [],
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
